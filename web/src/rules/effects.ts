/** What a house rule changes: with the options that are set, if the rules have been found playable with them. */

import type { Checked, RuleInfo } from '../lib/wire';
import { adjusted, type Choice } from './choice';
import { told } from './search';

/** `usual`: told as of its usual options, though others are set. */
export interface Effects {
  changes: string[];
  usual: boolean;
}

export function effects(rule: RuleInfo, choice: Choice, checked: Checked | null): Effects {
  const found = checked?.changes[rule.id];
  return { changes: told(found ?? rule.changes), usual: !found && adjusted(choice, rule.id) > 0 };
}
