import { describe, expect, it } from 'vitest';
import type { BoardInfo, DocumentInfo, PowerInfo, SeatInfo } from '../src/lib/wire';
import { marked, number, search, sections } from '../src/rules/search';
import { another, invited, pathOf, written } from '../src/table/links';
import { asked, presets, same, seated, sideName, sides, summary, wishes } from '../src/table/seats';
import { named } from '../src/ui/words';

const power = (name: string, side: string): PowerInfo => ({ name, side, capital: name, color: '#000000', start: 0 });
const powers = [power('Soviet Union', 'allies'), power('Germany', 'axis'), power('Japan', 'axis')];

describe('links people paste', () => {
  const here = 'http://127.0.0.1:8000';
  it('lead to the game or the seat, whatever server they name', () => {
    expect(pathOf(' https://example.org/join/Ab_-3#s3cret ', here)).toBe('/join/Ab_-3#s3cret');
    expect(pathOf('/game/Ab3x', here)).toBe('/game/Ab3x');
    expect(pathOf('Ab3xYz', here)).toBe('/game/Ab3xYz');
  });
  it('are refused if they lead elsewhere', () => {
    for (const text of ['', 'https://example.org/', 'javascript:alert(1)', '/game/a/b', 'two words'])
      expect(pathOf(text, here)).toBeNull();
  });
});

describe('invitations', () => {
  const both = [
    { power: 'Germany', secret: 'a-1' },
    { power: 'United Kingdom', secret: 'b_2' },
  ];
  it('are a secret for one seat, and name the powers of several', () => {
    expect(written(both.slice(0, 1))).toBe('a-1');
    expect(written(both.map((i) => ({ ...i, secret: 'one friend' })))).toBe('one friend');
    expect(invited('#a-1')).toEqual([{ power: '', secret: 'a-1' }]);
    expect(invited(`#${written(both)}`)).toEqual(both);
  });
  it('are none in a link for spectators', () => {
    expect(invited('')).toEqual([]);
    expect(invited('#Germany=')).toEqual([]);
  });
  it('name their powers in a sentence', () => {
    expect(named(['Germany'])).toBe('Germany');
    expect(named(['Germany', 'Japan'])).toBe('Germany and Japan');
    expect(named(['Germany', 'Italy', 'Japan'])).toBe('Germany, Italy, and Japan');
  });
});

describe('another game like one there was', () => {
  const board = {
    edition: 'classic',
    scenario: 'spring_1942',
    rules: [{ id: 'common.bid', title: 'Bid', options: { ipcs: { Japan: 6 } } }],
  } as unknown as BoardInfo;
  const seat = (power: string, kind: SeatInfo['kind'], mine: boolean) => ({ power, kind, mine }) as SeatInfo;
  const way = another(board, [
    seat('Soviet Union', 'human', false),
    seat('Germany', 'human', true),
    seat('Japan', 'computer', false),
  ]);

  it('has its rules with their options', () => {
    const given = new URLSearchParams(way.replace('/new#', ''));
    expect(given.get('edition')).toBe('classic');
    expect(given.get('scenario')).toBe('spring_1942');
    expect(given.get('rules')).toBe('common.bid');
    expect(given.get('common.bid.ipcs')).toBe('{"Japan":6}');
  });

  it('has its seats: mine, for friends, and for the computer', () => {
    const seats = asked(way.replace('/new', ''), powers);
    expect(Object.values(seats ?? {}).map((s) => s.kind)).toEqual(['open', 'human', 'computer']);
    expect(asked('#edition=classic', powers)).toBeNull();
  });
});

describe('seats of a new game', () => {
  it('are grouped by side in the order of play', () => {
    expect(sides(powers).map((s) => [s.side, s.powers.length])).toEqual([
      ['allies', 1],
      ['axis', 2],
    ]);
    expect(sideName('central_powers')).toBe('Central Powers');
  });
  it('can be set at once, and every wish names its power', () => {
    const online = presets(powers).find((p) => p.label.includes('Axis') && p.label.includes('friend'));
    expect(wishes(online?.seats ?? {}, powers)).toEqual([
      { power: 'Soviet Union', kind: 'open', friend: 'Friend 1' },
      { power: 'Germany', kind: 'human' },
      { power: 'Japan', kind: 'human' },
    ]);
    expect(summary(online?.seats ?? {}, powers).map((group) => group.kind)).toEqual(['human', 'open']);
    const computers = seated(powers, () => 'computer', 'random');
    expect(wishes(computers, powers)[0]).toEqual({ power: 'Soviet Union', kind: 'computer', player: 'random' });
    expect(
      same(
        computers,
        seated(powers, () => 'computer'),
        powers,
      ),
    ).toBe(true);
  });
});

describe('the search of the rules', () => {
  const documents: DocumentInfo[] = [
    {
      id: 'classic.rulebook',
      title: 'Classic',
      edition: 'classic',
      summary: '',
      rules: [],
      statements: [
        { id: 'classic.R1', text: 'There are tanks.', section: 'Units' },
        { id: 'classic.R58', text: 'Where fighters land.', section: 'Movement / Aircraft' },
        { id: 'classic.R58.1', text: 'Never on neutral ground.', section: 'Movement / Aircraft' },
      ],
    },
    {
      id: 'house',
      title: 'House',
      edition: '',
      summary: '',
      statements: [],
      rules: [
        {
          id: 'house.land',
          document: 'house',
          title: 'Fighters land at night',
          editions: ['*'],
          text: 'They may.',
          changes: [],
          clauses: [{ id: 'house.land.1', text: 'Fighters land.' }],
          rulings: [],
          options: [],
          needs: [],
          excludes: {},
          usual: true,
        },
      ],
    },
  ];
  it('finds every word anywhere, rules by their titles first', () => {
    const hits = search('fighters LAND', documents, (d) => d.id.replace('.rulebook', ''));
    expect(hits.map((h) => h.href)).toEqual([
      '/rules/house/house.land',
      '/rules/classic#classic.R58',
      '/rules/house/house.land#house.land.1',
    ]);
  });
  it('finds a statement by its number', () => {
    expect(search('r58', documents)[0]?.id).toBe('classic.R58');
    expect(number('classic.R58.1')).toBe('R58.1');
    expect(number('house.land.1')).toBe('1');
  });
  it('marks what was sought, letter by letter', () => {
    expect(marked('A land (of) plenty', '(of) a')).toEqual([
      { text: 'A', hit: true },
      { text: ' l', hit: false },
      { text: 'a', hit: true },
      { text: 'nd ', hit: false },
      { text: '(of)', hit: true },
      { text: ' plenty', hit: false },
    ]);
  });
  it('puts statements under chapters and sections', () => {
    const parts = sections(documents[0]?.statements ?? []);
    expect(parts.map((p) => [p.chapter, p.title, p.rows.length])).toEqual([
      ['Units', '', 1],
      ['Movement', 'Aircraft', 2],
    ]);
  });
});
