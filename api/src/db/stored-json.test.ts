import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storedJson, UnreadableData } from './stored-json.ts';

/** Names were one word at first, then two, and are now a list. */
const person = storedJson(z.object({ names: z.array(z.string()).min(1) }), [
  ({ name }) => ({ first: name, last: '' }),
  ({ first, last }) => ({ names: [first, last].filter(Boolean) }),
]);

describe('stored data', () => {
  it('are read as they were written', () => {
    const stored = JSON.parse(JSON.stringify(person.write({ names: ['Ada', 'Lovelace'] })));
    expect(person.read(stored, 'a person')).toEqual({ names: ['Ada', 'Lovelace'] });
  });

  it.each([
    ['without a version', { name: 'Ada' }],
    ['of the first version', { version: 1, name: 'Ada' }],
    ['of the second', { version: 2, first: 'Ada', last: '' }],
  ])('%s are brought up to now', (_, stored) => {
    expect(person.read(stored, 'a person')).toEqual({ names: ['Ada'] });
  });

  it.each([
    ['that lack a field', { version: 3 }, /of a person, version 3, .*names/s],
    ['that lacked one before', { version: 2, last: '' }, /of a person, version 2, .*names/s],
    ['that are nothing', null, /of a person, version 1, .*names/s],
    [
      'of a newer release',
      { version: 4, names: ['Ada'] },
      /of version 4, and this release reads 3/,
    ],
    ['of no version', { version: 'two' }, /of version two, and this release reads 3/],
  ])('%s are refused, and named', (_, stored, words) => {
    const read = () => person.read(stored, 'a person');
    expect(read).toThrow(UnreadableData);
    expect(read).toThrow(words);
  });
});
