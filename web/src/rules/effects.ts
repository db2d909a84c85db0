/** What a house rule changes, with the chosen options if the rules are playable with them. */

import type { ChangeInfo, Checked, RuleInfo } from '../lib/wire';
import { adjusted, type Choice } from './choice';

/** `usual`: shown with the default options, although others are set. */
export interface Effects {
  changes: ChangeInfo[];
  usual: boolean;
}

export function effects(rule: RuleInfo, choice: Choice, checked: Checked | null): Effects {
  const found = checked?.changes[rule.id];
  return { changes: found ?? rule.changes, usual: !found && adjusted(choice, rule.id) > 0 };
}
