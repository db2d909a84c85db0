import { describe, expect, it } from 'vitest';
import type { DocumentInfo, OptionInfo, RuleInfo } from '../src/lib/wire';
import {
  adjusted,
  contract,
  decode,
  encode,
  expand,
  extentOf,
  hashText,
  plain,
  withDocument,
  withEdition,
  withOption,
  withRule,
} from '../src/rules/choice';
import { effects } from '../src/rules/effects';

function option(name: string, usual: unknown): OptionInfo {
  return { name, kind: 'number', default: usual, text: '', low: null, high: null, choices: [] };
}

function rule(id: string, usual: boolean, editions = ['classic'], options: OptionInfo[] = []): RuleInfo {
  const document = id.split('.')[0] ?? '';
  return {
    id,
    document,
    title: id,
    editions,
    text: '',
    changes: [],
    clauses: [],
    rulings: [],
    options,
    needs: [],
    excludes: {},
    usual,
  };
}

const pack = (id: string, rules: RuleInfo[]): DocumentInfo => ({
  id,
  title: id,
  edition: '',
  summary: '',
  rules,
  statements: [],
});
const bid = rule('common.bid', false, ['*'], [option('ipcs', {}), option('n', 3)]);
const documents = [
  pack('common', [bid, rule('common.luck', false, ['*'])]),
  pack('gemmell', [rule('gemmell.a', true), rule('gemmell.b', true), rule('gemmell.lend', false)]),
];

describe('a choice of rules', () => {
  it('takes a document for its usual rules and document.* for all, in the order of the catalogue', () => {
    expect(expand(['gemmell', 'common.luck'], 'classic', documents)).toEqual(['common.luck', 'gemmell.a', 'gemmell.b']);
    expect(expand(['gemmell.*'], 'classic', documents)).toEqual(['gemmell.a', 'gemmell.b', 'gemmell.lend']);
    expect(expand(['gemmell', 'nobody.knows'], 'great_war', documents)).toEqual([]);
  });

  it('names a whole document where just its usual rules, or all, are on', () => {
    const usual = withDocument(plain('classic'), 'gemmell', 'usual', documents);
    expect(contract(usual, documents)).toEqual(['gemmell']);
    expect(contract(withDocument(usual, 'gemmell', 'all', documents), documents)).toEqual(['gemmell.*']);
    expect(contract(withRule(usual, 'gemmell.b', false, documents), documents)).toEqual(['gemmell.a']);
  });

  it('tells how much of a document is on', () => {
    const at = (extent: 'none' | 'usual' | 'all') =>
      extentOf(withDocument(plain('classic'), 'gemmell', extent, documents), documents[1] as DocumentInfo);
    expect([at('none'), at('usual'), at('all')]).toEqual(['none', 'usual', 'all']);
    const one = withRule(plain('classic'), 'gemmell.lend', true, documents);
    expect(extentOf(one, documents[1] as DocumentInfo)).toBe('some');
  });

  it('comes out of an address as it went in', () => {
    let choice = withDocument({ ...plain('classic'), scenario: 'spring' }, 'gemmell', 'usual', documents);
    choice = withRule(choice, 'common.bid', true, documents);
    choice = withOption(choice, bid, 'ipcs', { Germany: 6, Japan: 3 });
    const hash = `#${hashText(encode(choice, documents))}`;
    expect(decode(hash, documents)).toEqual(choice);
    expect(hash).toContain('rules=common.bid,gemmell');
  });

  it('reads an address nobody wrote without stumbling', () => {
    expect(decode('#rules=gemmell', documents)).toBeNull();
    expect(decode('#edition=classic&rules=,,nope&common.bid.n={', documents)).toEqual(plain('classic'));
    expect(decode('#edition=classic&rules=common.bid&common.bid.n=many', documents)?.options).toEqual({
      'common.bid.n': 'many',
    });
  });

  it('does not keep an option that is as usual, nor options of rules that are off', () => {
    const on = withRule(plain('classic'), 'common.bid', true, documents);
    const changed = withOption(on, bid, 'n', 5);
    expect(changed.options).toEqual({ 'common.bid.n': 5 });
    expect(adjusted(changed, 'common.bid')).toBe(1);
    expect(adjusted(on, 'common.bid')).toBe(0);
    expect(withOption(changed, bid, 'n', 3).options).toEqual({});
    expect(withOption(changed, bid, 'ipcs', {}).options).toEqual({ 'common.bid.n': 5 });
    expect(withRule(changed, 'common.bid', false, documents).options).toEqual({});
    const given = '#edition=classic&rules=common.bid&common.bid.n=3&common.bid.ipcs={"Japan":6}';
    expect(decode(given, documents)?.options).toEqual({ 'common.bid.ipcs': { Japan: 6 } });
  });

  it('leaves behind the rules of an edition that is left', () => {
    const choice = withRule(
      withDocument(plain('classic'), 'gemmell', 'all', documents),
      'common.luck',
      true,
      documents,
    );
    expect(withEdition(choice, 'great_war', 'summer', documents)).toEqual({
      ...plain('great_war', 'summer'),
      rules: ['common.luck'],
    });
  });

  it('says what a rule changes with the chosen options, or that it shows the default ones', () => {
    const bid = { ...rule('common.bid', false), changes: [{ text: 'No power receives IPCs.' }] };
    const choice = { ...plain('classic'), rules: ['common.bid'], options: { 'common.bid.n': 5 } };
    const checked = {
      ok: true,
      findings: [],
      board: null,
      changes: { 'common.bid': [{ text: 'Japan gets 5 IPCs.' }] },
    };
    expect(effects(bid, choice, checked)).toEqual({ changes: [{ text: 'Japan gets 5 IPCs.' }], usual: false });
    expect(effects(bid, choice, { ...checked, ok: false, changes: {} })).toEqual({ changes: bid.changes, usual: true });
    expect(effects(bid, { ...choice, options: {} }, null)).toEqual({ changes: bid.changes, usual: false });
  });
});
