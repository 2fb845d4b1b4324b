import { expect, test } from 'vitest';
import { promised } from '../../contract/src/promised.ts';
import { inSentences, textsOf } from './sentences.ts';

const texts = (source: string) => textsOf(source, 'page.tsx');

test('texts in quotes and between tags are read, tags in a text also by themselves, and no names of styles and modules', () => {
  const source = `import { a } from './a.ts';
    const texts = [{ text: 'One is here.' }];
    const page = <div className="p-4 text-sm"><p>And one <b>is</b> there.</p></div>;`;
  expect(texts(source)).toEqual(['One is here.', 'And one is there.', 'is']);
});

test('a paragraph is read as one, with what is shown to some people and over its lines', () => {
  const source = `const page = (
      <p>
        <span className="signed-in:hidden">Try it. </span>
        Cancel <A>here</A>
        {' '}at any time{soon && <b>, soon</b>}.
      </p>
    );`;
  expect(texts(source)[0]).toBe('Try it. Cancel here at any time, soon.');
});

test('figures that come from constants are filled in, and what nobody knows is left open', () => {
  const open = '${';
  const source = `const text = \`Within ${open}promised.withdrawalDays} days, or ${open}inWords(promised.retryWeeks)}
    weeks, or ${open}inWords(retention.dataCopy)}, ${open}firstName}.\`;`;
  expect(texts(source).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    `Within ${promised.withdrawalDays} days, or two weeks, or 24 hours, ….`,
  ]);
});

test('a text ends where a sentence does, and not at a name with a dot', () => {
  expect(inSentences('We pay. You do not. See fernlea.example for more.')).toEqual([
    ...['We pay.', 'You do not.', 'See fernlea.example for more.'],
  ]);
});
