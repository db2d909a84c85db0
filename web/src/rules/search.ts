/** Search through all rulebooks and house rules. */

import type { DocumentInfo } from '../lib/wire';

export interface Hit {
  id: string;
  href: string;
  /** Its place: the document, and the rule or section. */
  where: string;
  title: string;
  text: string;
  rank: number;
}

export function words(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** All statements, clauses, and rules that contain every word; matching rule titles come first. */
export function search(query: string, documents: DocumentInfo[], slug = (d: DocumentInfo) => d.id): Hit[] {
  const wanted = words(query);
  if (!wanted.length) return [];
  const holds = (text: string) => wanted.every((w) => text.toLowerCase().includes(w));
  const out: Hit[] = [];
  for (const document of documents) {
    for (const rule of document.rules) {
      const base = { where: document.title, href: `/rules/${slug(document)}/${rule.id}` };
      const named = holds(`${rule.title} ${rule.id}`);
      const said = holds(`${rule.title} ${rule.text} ${rule.options.map((o) => `${o.name} ${o.text}`).join(' ')}`);
      if (named || said) out.push({ ...base, id: rule.id, title: rule.title, text: rule.text, rank: named ? 0 : 1 });
      for (const clause of rule.clauses) {
        if (!holds(`${clause.id} ${clause.text}`)) continue;
        const where = `${document.title} · ${rule.title}`;
        out.push({ where, href: `${base.href}#${clause.id}`, id: clause.id, title: '', text: clause.text, rank: 2 });
      }
      for (const { question, ruling } of rule.rulings) {
        if (!holds(`${question} ${ruling}`)) continue;
        const where = `${document.title} · ${rule.title}`;
        out.push({ where, href: base.href, id: `${rule.id}: ${question}`, title: question, text: ruling, rank: 3 });
      }
    }
    for (const statement of document.statements) {
      if (!holds(`${statement.id} ${statement.section ?? ''} ${statement.text}`)) continue;
      const where = statement.section
        ? `${document.title} · ${statement.section.replaceAll(' / ', ', ')}`
        : document.title;
      const exact = statement.id.toLowerCase() === wanted[0] || statement.id.toLowerCase().endsWith(`.${wanted[0]}`);
      const href = `/rules/${slug(document)}#${statement.id}`;
      out.push({
        where,
        href,
        id: statement.id,
        title: '',
        text: statement.text,
        rank: exact ? 0 : holds(statement.text) ? 2 : 4,
      });
    }
  }
  return out.sort((a, b) => a.rank - b.rank);
}

/** The text split into parts, with the matches marked. */
export function marked(text: string, query: string): { text: string; hit: boolean }[] {
  const wanted = words(query).map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (!wanted.length) return [{ text, hit: false }];
  const parts = text.split(new RegExp(`(${wanted.join('|')})`, 'gi'));
  return parts.map((part, i) => ({ text: part, hit: i % 2 === 1 })).filter((part) => part.text);
}

/** ``classic.R58.1`` -> ``R58.1``, ``gemmell.salvage.2`` -> ``2``. */
export function number(id: string): string {
  return /\.(R[\d.]+)$/.exec(id)?.[1] ?? /\.(\d+)$/.exec(id)?.[1] ?? id;
}

/** Statements in order by heading: ``Combat / Sea combat`` is the section ``Sea combat`` of ``Combat``. */
export interface Section<T> {
  key: string;
  chapter: string;
  title: string;
  rows: T[];
}

export function sections<T extends { section?: string }>(rows: T[]): Section<T>[] {
  const out = new Map<string, Section<T>>();
  for (const row of rows) {
    const heading = row.section || 'Statements';
    const [chapter = heading, ...rest] = heading.split(' / ');
    const key = `s-${heading.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
    const found = out.get(key) ?? { key, chapter, title: rest.join(', '), rows: [] };
    found.rows.push(row);
    out.set(key, found);
  }
  return [...out.values()];
}
