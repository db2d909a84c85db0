/** Editions, house rules, and rulebooks: loaded once, looked up by id. */

import { api } from '../lib/api';
import type { ClauseInfo, DocumentInfo, EditionInfo, RuleInfo } from '../lib/wire';
import { Loaded } from '../ui/loaded.svelte';

/** The place of a statement or clause. */
export interface Found {
  clause: ClauseInfo;
  document: DocumentInfo;
  rule: RuleInfo | null;
}

export const editions = new Loaded<EditionInfo[]>(api.editions);
export const documents = new Loaded<DocumentInfo[]>(api.documents);

class Library {
  /** Documents with house rules, and rulebooks. */
  houses = $derived((documents.value ?? []).filter((d) => d.rules.length));
  rulebooks = $derived((documents.value ?? []).filter((d) => d.statements.length));
  rules = $derived(new Map(this.houses.flatMap((d) => d.rules.map((r) => [r.id, r] as const))));
  clauses = $derived(
    new Map<string, Found>(
      (documents.value ?? []).flatMap((document) => [
        ...document.statements.map((clause) => [clause.id, { clause, document, rule: null }] as const),
        ...document.rules.flatMap((rule) =>
          rule.clauses.map((clause) => [clause.id, { clause, document, rule }] as const),
        ),
      ]),
    ),
  );
  ready = $derived(Boolean(editions.value && documents.value));
  error = $derived(editions.error || documents.error);

  want(): Promise<unknown> {
    return Promise.all([editions.want(), documents.want()]);
  }

  edition(id: string): EditionInfo | undefined {
    return editions.value?.find((e) => e.id === id);
  }

  /** The name of a document in an address. A rulebook uses its edition, unless a set of house rules has that name. */
  slug(document: DocumentInfo): string {
    if (document.rules.length || !document.edition) return document.id;
    return this.houses.some((d) => d.id === document.edition) ? document.id : document.edition;
  }

  document(slug: string): DocumentInfo | undefined {
    return (documents.value ?? []).find((d) => this.slug(d) === slug || d.id === slug);
  }

  title(rule: string): string {
    return this.rules.get(rule)?.title ?? rule;
  }
}

export const library = new Library();

/** Whether a rule applies to an edition. */
export function fits(rule: RuleInfo, edition: string): boolean {
  return rule.editions.includes('*') || rule.editions.includes(edition);
}

/** A shorter title of an edition for headings, without brackets and the name of the series. */
export function shortTitle(title: string): string {
  return title.replace(/\s*\(.*\)$/, '').replace(/^Axis & Allies:?\s+/, '');
}

/** The address of a rule, document, clause, or statement by its id; null if unknown. */
export function hrefOf(id: string): string | null {
  const found = library.clauses.get(id);
  if (found?.rule) return `/rules/${library.slug(found.document)}/${found.rule.id}#${id}`;
  if (found) return `/rules/${library.slug(found.document)}#${id}`;
  const rule = library.rules.get(id);
  return rule ? `/rules/${rule.document}/${rule.id}` : null;
}

/** The short name of a set of house rules by its author, such as ``Gemmell``; empty if it has none. */
export function packName(document: DocumentInfo): string {
  const [first = ''] = document.title.split(' ');
  return document.edition && !/^(House|Tournament|Rules|Switches|Variants)$/i.test(first) ? first : '';
}
