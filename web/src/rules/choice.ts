/** A choice of rules: edition, scenario, active rules (by id, in catalogue order), and their options. */

import type { DocumentInfo, RuleChoice, RuleInfo } from '../lib/wire';

export interface Choice {
  edition: string;
  scenario: string;
  rules: string[];
  /** ``rule.option`` -> value, only where it differs from the default. */
  options: Record<string, unknown>;
}

export function plain(edition: string, scenario = ''): Choice {
  return { edition, scenario, rules: [], options: {} };
}

const fits = (rule: RuleInfo, edition: string) => rule.editions.includes('*') || rule.editions.includes(edition);

const all = (documents: DocumentInfo[]): RuleInfo[] => documents.flatMap((d) => d.rules);

/** The ids for a list of ids, documents (their default rules), and ``document.*``, in catalogue order; unknown ones are dropped. */
export function expand(names: Iterable<string>, edition: string, documents: DocumentInfo[]): string[] {
  const wanted = new Set(names);
  return all(documents)
    .filter((r) => fits(r, edition))
    .filter((r) => wanted.has(r.id) || wanted.has(`${r.document}.*`) || (r.usual && wanted.has(r.document)))
    .map((r) => r.id);
}

/** Replace ids by their document where exactly its default rules are on, which is shorter. */
export function contract(choice: Choice, documents: DocumentInfo[]): string[] {
  const out: string[] = [];
  for (const document of documents) {
    const own = document.rules.filter((r) => fits(r, choice.edition));
    const on = own.filter((r) => choice.rules.includes(r.id));
    const usual = own.filter((r) => r.usual);
    const same = usual.length > 1 && on.length === usual.length && on.every((r) => r.usual);
    const whole = own.length > 1 && on.length === own.length;
    const name = on[0]?.document;
    out.push(...(same && name ? [name] : whole && name ? [`${name}.*`] : on.map((r) => r.id)));
  }
  return out;
}

/** The choice with a rule on or off. Turning a rule off resets its options. */
export function withRule(choice: Choice, id: string, on: boolean, documents: DocumentInfo[]): Choice {
  const wanted = on ? [...choice.rules, id] : choice.rules.filter((r) => r !== id);
  return tidy({ ...choice, rules: wanted }, documents);
}

export type Extent = 'none' | 'usual' | 'all';

/** The choice with none of a document's rules, the default ones, or all. */
export function withDocument(choice: Choice, document: string, extent: Extent, documents: DocumentInfo[]): Choice {
  const own = documents.find((d) => d.id === document)?.rules ?? [];
  const others = choice.rules.filter((id) => !own.some((r) => r.id === id));
  const more = extent === 'none' ? [] : own.filter((r) => r.usual || extent === 'all');
  return tidy({ ...choice, rules: [...others, ...more.map((r) => r.id)] }, documents);
}

/** How much of a document is on. */
export function extentOf(choice: Choice, document: DocumentInfo): Extent | 'some' {
  const own = document.rules.filter((r) => fits(r, choice.edition));
  const on = own.filter((r) => choice.rules.includes(r.id));
  if (!on.length) return 'none';
  const usual = own.filter((r) => r.usual);
  if (on.length === usual.length && on.every((r) => r.usual)) return 'usual';
  return on.length === own.length ? 'all' : 'some';
}

/** The choice with an option set; the default is not kept. */
export function withOption(choice: Choice, rule: RuleInfo, option: string, value: unknown): Choice {
  const name = `${rule.id}.${option}`;
  const usual = rule.options.find((o) => o.name === option)?.default;
  const { [name]: _, ...others } = choice.options;
  return { ...choice, options: same(value, usual) ? others : { ...others, [name]: value } };
}

/** How many options of a rule differ from the default. */
export function adjusted(choice: Choice | null, rule: string): number {
  return Object.keys(choice?.options ?? {}).filter((name) => name.slice(0, name.lastIndexOf('.')) === rule).length;
}

export function optionOf(choice: Choice, rule: RuleInfo, option: string): unknown {
  const name = `${rule.id}.${option}`;
  return name in choice.options ? choice.options[name] : rule.options.find((o) => o.name === option)?.default;
}

/** The choice for another edition, without rules that do not apply to it. */
export function withEdition(choice: Choice, edition: string, scenario: string, documents: DocumentInfo[]): Choice {
  return tidy({ ...choice, edition, scenario }, documents);
}

/** Keep only known rules of the edition, in catalogue order, and changed options of active rules. */
export function tidy(choice: Choice, documents: DocumentInfo[]): Choice {
  const rules = expand(choice.rules, choice.edition, documents);
  const usual = new Map(all(documents).flatMap((r) => r.options.map((o) => [`${r.id}.${o.name}`, o.default])));
  const options = Object.fromEntries(
    Object.entries(choice.options).filter(
      ([name, value]) => rules.includes(name.slice(0, name.lastIndexOf('.'))) && !same(value, usual.get(name)),
    ),
  );
  return { ...choice, rules, options };
}

export function toWire(choice: Choice): RuleChoice {
  return { edition: choice.edition, scenario: choice.scenario, rules: choice.rules, options: choice.options };
}

export function fromWire(choice: RuleChoice, documents: DocumentInfo[]): Choice {
  const { edition, scenario = '', rules = [], options = {} } = choice;
  return tidy({ edition, scenario, rules, options }, documents);
}

// --- in an address ---------------------------------------------------------------------------------------------------

/** The choice as the part of an address after ``#``: ``edition=classic&rules=gemmell&common.bid.ipcs={"Japan":6}``. */
export function encode(choice: Choice, documents: DocumentInfo[]): URLSearchParams {
  const out = new URLSearchParams({ edition: choice.edition });
  if (choice.scenario) out.set('scenario', choice.scenario);
  const rules = contract(choice, documents);
  if (rules.length) out.set('rules', rules.join(','));
  for (const [name, value] of Object.entries(choice.options)) out.set(name, JSON.stringify(value));
  return out;
}

/** The choice in an address, or null if it names no edition. */
export function decode(hash: string, documents: DocumentInfo[]): Choice | null {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const edition = given.get('edition');
  if (!edition) return null;
  const options: Record<string, unknown> = {};
  for (const [name, text] of given) {
    if (!name.includes('.')) continue;
    try {
      options[name] = JSON.parse(text);
    } catch {
      options[name] = text;
    }
  }
  const rules = (given.get('rules') ?? '').split(',').filter(Boolean);
  return tidy({ edition, scenario: given.get('scenario') ?? '', rules, options }, documents);
}

/** The parameters as a readable hash: commas, braces and spaces need no escape there. */
export function hashText(params: URLSearchParams): string {
  return params.toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%3E/g, '>');
}

function same(a: unknown, b: unknown): boolean {
  return stable(a) === stable(b);
}

function stable(value: unknown): string {
  return JSON.stringify(value, (_, v) =>
    v && typeof v === 'object' && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  );
}
