import { expect, test } from 'vitest';
import { placesOf } from '../src/game/space';
import type { BoardInfo, Question } from '../src/lib/wire';

const board = { spaces: [{ name: 'Karelia' }, { name: 'Caucasus' }, { name: 'Sea Zone 4' }] } as BoardInfo;

function question(context: Question['context'], form: unknown): Question {
  return { context, form: form as Question['form'], id: 1, kind: 'ask', power: 'Germany', prompt: '', rule: '' };
}

test('a question is about the space it names', () => {
  const asked = question({ space: 'Caucasus' }, { form: 'pick_space', options: [{ key: 'Karelia', text: '' }] });
  expect(placesOf(asked, board)).toEqual(['Caucasus']);
});

test('or about the spaces to choose from, whatever else can be chosen', () => {
  const options = ['none', 'Karelia', 'Sea Zone 4'].map((key) => ({ key, text: key }));
  expect(placesOf(question({}, { form: 'pick_space', options }), board)).toEqual(['Karelia', 'Sea Zone 4']);
  expect(placesOf(question({ space: 'nowhere' }, { form: 'choose', options }), board)).toEqual([
    'Karelia',
    'Sea Zone 4',
  ]);
});

test('and about none otherwise', () => {
  expect(placesOf(question({}, { form: 'amount', low: 0, high: 3 }), board)).toEqual([]);
});
