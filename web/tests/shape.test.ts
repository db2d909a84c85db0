import { describe, expect, it } from 'vitest';
import type { OptionInfo } from '../src/lib/wire';
import { fromRows, label, shapeOf, toRows, type Vocabulary } from '../src/rules/shape';

const names: Vocabulary = {
  power: ['Germany', 'Japan', 'United Kingdom'],
  space: ['Germany', 'Libya', 'Japan', 'United Kingdom', 'Gibraltar'],
  unit: ['infantry', 'tank'],
};
const option = (kind: string, usual: unknown, text = '', more: Partial<OptionInfo> = {}): OptionInfo => ({
  name: 'x',
  kind,
  default: usual,
  text,
  low: null,
  high: null,
  choices: [],
  ...more,
});

describe('the form of an option', () => {
  it('follows the example where the default is empty', () => {
    expect(shapeOf(option('table', {}, '', { example: { Germany: 6, Japan: 3 } }), names)).toEqual({
      form: 'table',
      keys: ['power'],
      leaf: 'number',
    });
    const units = option('table', {}, '', { example: { Germany: { Libya: { infantry: 1, tank: 1 } } } });
    expect(shapeOf(units, names)).toEqual({ form: 'table', keys: ['power', 'space', 'unit'], leaf: 'number' });
    const any = shapeOf(option('table', {}, '', { example: { rocket_range: 5, total_victory: true } }), names);
    expect(any).toEqual({ form: 'table', keys: ['word'], leaf: 'any' });
  });

  it('knows territories from powers that are called the same', () => {
    const values = option('table', { 'United Kingdom': 7, Gibraltar: 1 }, 'new production values');
    expect(shapeOf(values, names)).toMatchObject({ keys: ['space'] });
    const asia = option('list', ['Japan'], '', { name: 'asian_territories' });
    expect(shapeOf(asia, names)).toEqual({ form: 'list', of: 'space' });
    expect(shapeOf(option('list', [5, 6]), names)).toEqual({ form: 'list', of: 'number' });
  });

  it('tells whole numbers from shares', () => {
    expect(shapeOf(option('number', 2, '', { low: 0, high: 9 }), names)).toEqual({ form: 'number', whole: true });
    expect(shapeOf(option('number', 1, '', { low: 0, high: 1 }), names)).toEqual({ form: 'number', whole: false });
    expect(shapeOf(option('number', 0.25), names)).toEqual({ form: 'number', whole: false });
  });

  it('finds the columns of rows', () => {
    const fees = option('list', [{ neutral: 'Spain', invader: 'Germany', fee: 10, lose: {} }]);
    expect(shapeOf(fees, names)).toMatchObject({
      form: 'rows',
      columns: [
        { name: 'neutral', of: 'word', kind: 'space' },
        { name: 'invader', of: 'word', kind: 'power' },
        { name: 'fee', of: 'number' },
        { name: 'lose', of: 'table' },
      ],
    });
  });

  it('turns tables into rows and back, leaving out rows that are being written', () => {
    const bid = { Germany: { Libya: { infantry: 1, tank: 2 } }, Japan: { Japan: { infantry: 1 } } };
    const rows = toRows(bid, 3);
    expect(rows).toHaveLength(3);
    expect(fromRows([...rows, { keys: ['Germany', '', 'tank'], value: 1 }])).toEqual(bid);
  });

  it('makes a title of a name', () => {
    expect(label('prisoners_per_ipc')).toBe('Prisoners per IPC');
    expect(label('ipcs')).toBe('IPCs');
  });
});
