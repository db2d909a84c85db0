/** Findings of the rule check for players: grouped by rules, with titles instead of ids, and with fixes. */

import type { FindingInfo, RuleInfo } from '../lib/wire';
import { asSentence } from '../ui/words';

export interface Cure {
  rule: string;
  on: boolean;
  label: string;
}

/** One conflict or note about some rules. `lead` states it; `reasons` explain it, one sentence each. */
export interface Issue {
  key: string;
  severity: FindingInfo['severity'];
  rules: string[];
  lead: string;
  reasons: string[];
  cures: Cure[];
}

type Titles = Map<string, Pick<RuleInfo, 'title'>>;

const RANK = ['conflict', 'missing', 'order', 'idle', 'note'];

/** The findings as issues, most serious first. */
export function issues(findings: FindingInfo[], titles: Titles): Issue[] {
  const groups = new Map<string, FindingInfo[]>();
  for (const finding of findings) {
    const about = finding.severity === 'missing' ? [...finding.rules, finding.target] : [...finding.rules].sort();
    const key = [finding.severity, ...about].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups]
    .map(([key, group]) => issue(key, group, titles))
    .sort((a, b) => RANK.indexOf(a.severity) - RANK.indexOf(b.severity));
}

/** Whether an issue prevents a game from starting. */
export const grave = (issue: Issue): boolean => issue.severity === 'conflict' || issue.severity === 'missing';

/** The issues about a rule. */
export const about = (found: Issue[], rule: string): Issue[] => found.filter((i) => i.rules.includes(rule));

function issue(key: string, group: FindingInfo[], titles: Titles): Issue {
  const first = group[0] as FindingInfo;
  const { severity } = first;
  const rules = [...new Set(group.flatMap((f) => f.rules))];
  const needed = severity === 'missing' && titles.has(first.target) ? first.target : null;
  const reasons = [...new Set(group.map((f) => sentence(f, titles)))];
  const off = (rule: string): Cure => ({ rule, on: false, label: `Turn off ${named(rule, titles)}` });
  const on = (rule: string): Cure => ({ rule, on: true, label: `Turn on ${named(rule, titles)}` });
  const names = list(rules.map((r) => named(r, titles)));
  if (needed) {
    const lead = `${names} requires ${named(needed, titles)}. Turn it on.`;
    return { key, severity, rules, lead, reasons: [], cures: [on(needed), ...rules.map(off)] };
  }
  if (severity === 'conflict') {
    const lead =
      rules.length > 1 ? `${names} conflict. Turn one of them off.` : `${names} conflicts with the base game.`;
    return { key, severity, rules, lead, reasons, cures: rules.map(off) };
  }
  if (severity === 'missing') {
    return {
      key,
      severity,
      rules,
      lead: `${names} changes something this edition does not have.`,
      reasons,
      cures: rules.map(off),
    };
  }
  if (severity === 'order') {
    const what = list([...new Set(group.map((f) => thing(f.target)))]);
    return {
      key,
      severity,
      rules,
      lead: `${names} both change ${what}. ${named(rules.at(-1) ?? '', titles)} is applied last and wins.`,
      reasons: [],
      cures: [],
    };
  }
  if (severity === 'idle') {
    return { key, severity, rules, lead: reasons[0] ?? '', reasons: reasons.slice(1), cures: rules.map(off) };
  }
  const wanted = !rules.includes(first.target) && titles.has(first.target) ? [on(first.target)] : [];
  return { key, severity, rules, lead: reasons[0] ?? '', reasons: reasons.slice(1), cures: wanted };
}

/** A finding's message as a sentence with titles instead of ids. */
export function sentence(finding: FindingInfo, titles: Titles): string {
  let text = finding.message;
  for (const id of [...titles.keys()].sort((a, b) => b.length - a.length))
    text = text.replaceAll(id, named(id, titles));
  if (finding.target.includes('.') && !titles.has(finding.target)) {
    text = text.replaceAll(finding.target, thing(finding.target));
  }
  return asSentence(text.replace(/\bTrue\b/g, 'on').replace(/\bFalse\b/g, 'off'));
}

const named = (id: string, titles: Titles): string => {
  const title = titles.get(id)?.title;
  return title ? `“${title}”` : id;
};

/** ``units.submarine.cost`` -> ``the cost of submarine``. */
function thing(target: string): string {
  const words = target.split('.').map((part) => part.replaceAll('_', ' '));
  if (words[0] === 'switches') return `the switch ${words.slice(1).join(' ')}`;
  if (words.length === 3) return `the ${words[2]} of ${words[1]}`;
  return words.length === 2 ? `${words[1]} in ${words[0]}` : words.join(', ');
}

function list(words: string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
