import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Block, isArranged } from '../../contract/src/legal/document.ts';
import { documents } from '../../contract/src/legal/documents.ts';
import { titles } from '../../contract/src/legal/titles.ts';
import { plain } from '../../contract/src/legal/words.ts';
import { statement } from '../../web/app/screens/public/accessibility/accessibility-text.ts';
import { root } from '../lib/paths.ts';

const page = readFileSync(join(root, 'docs/product/promises.md'), 'utf8');

function linesOf(block: Block): string[] {
  if (!isArranged(block)) return [plain(block)];
  if ('list' in block) return block.list.map(plain);
  return block.rows.map((cells) => cells.map(plain).join(': '));
}

const texts = [
  ...documents.map(({ id, sections }) => ({ title: titles[id], sections })),
  { title: 'Accessibility statement', sections: statement },
];

/** What each document says, sentence by sentence. */
const said = texts.map(({ title, sections }) => ({
  title,
  sentences: sections
    .flatMap(({ blocks }) => blocks.flatMap(linesOf))
    .flatMap((line) => line.split(/(?<=[.?!])\s+(?=[A-Z])/)),
}));

/** The words that make the promises of a document, with their numbers. */
function wordsOf(title: string): { number: string; words: string }[] {
  const [, section = ''] = page.split(`### In the ${title}\n`);
  const [own = ''] = section.split('\n#');
  return [...own.matchAll(/^\| (L\d+) \| '(.+)' \|$/gm)].map(([, number = '', words = '']) => ({
    number,
    words,
  }));
}

const soundsLikeOne = new RegExp(
  [
    '\\b[Ww]e (?:do |also |may )?(?:tell|send|refund|remind|show|answer|acknowledge|never|take no|do not|use no|ask you|end)\\b',
    '\\bnever\\b|\\bnot charged\\b|\\bcharged nothing\\b|\\berased\\b|\\brecorded\\b|\\bsets no\\b',
    '\\b(?:within|for|after|before) (?:one|two|three|six|\\d+) (?:days?|hours?|minutes?|months?|years?)\\b',
    '\\b(?:one|two|three|six|\\d+) (?:days?|hours?|minutes?|months?|years?) (?:after|before|at most)\\b',
    '\\bencrypted\\b|\\bcontract, and authorities\\b|\\bstop a use\\b|\\b[Cc]onsent\\b|\\bnone of this\\b',
    '\\b[Ss]ix years\\b|\\bdeleted\\b|\\bat any time\\b|\\brefund\\b|\\bfree of charge\\b|\\bargon2id\\b',
  ].join('|'),
);

/** These sound so, and say what the law, the reader or nobody does. */
const promiseNothing = [
  /^We may ask you to show/,
  /^You can complain to the Information Commissioner's Office/,
  /^After that, payments already made are not refunded/,
  /^Apart from that, our total liability/,
  /^They are strictly necessary for what you ask/,
  /^We do not (yet )?test /,
  /^There may be faults that we do not know of/,
];

test.each(said)(
  'what the $title promises is held to a row of the promises',
  ({ title, sentences }) => {
    const kept = wordsOf(title);
    expect(kept.length).toBeGreaterThan(1);
    const gone = kept.filter(
      ({ words }) => !sentences.some((sentence) => sentence.includes(words)),
    );
    expect(gone, 'words that the page does not say').toEqual([]);
    const unknown = kept.filter(({ number }) => !page.includes(`| **${number}** |`));
    expect(unknown, 'numbers without a row').toEqual([]);
    const loose = sentences.filter(
      (sentence) =>
        soundsLikeOne.test(sentence) &&
        !kept.some(({ words }) => sentence.includes(words)) &&
        !promiseNothing.some((words) => words.test(sentence)),
    );
    expect(loose, 'promises that no row keeps').toEqual([]);
  },
);

test('every promise has its words', () => {
  const rows = [...page.matchAll(/^\| \*\*(L\d+)\*\* \|/gm)].map(([, number]) => number);
  const worded = new Set(said.flatMap(({ title }) => wordsOf(title)).map(({ number }) => number));
  expect(rows.filter((number) => number && !worded.has(number))).toEqual([]);
});

test('the figures of the legal texts come from the constants that the code keeps', () => {
  const legal = ['privacy-policy', 'terms-money', 'terms-of-service', 'cookie-policy'];
  const files = [
    ...legal.map((name) => `contract/src/legal/${name}.ts`),
    'contract/src/legal/privacy-tables.ts',
    'web/app/features/retention/cleared-rows.ts',
    'web/app/features/users/user-support.tsx',
    'web/app/features/connections/deliveries-card.tsx',
    'web/app/features/connections/resend-since-button.tsx',
    'web/app/screens/public/about/about-text.ts',
    'web/app/screens/auth/forgot-password.tsx',
    'web/app/screens/admin/new-user.tsx',
    'api/src/db/retention.ts',
    'api/src/jobs/jobs.ts',
  ];
  const number = '\\d+|one|two|three|four|five|six|seven|eight|nine';
  const figure = new RegExp(
    `(?<![{.\\w])(?:${number}) (?:days?|hours?|minutes?|months?|years?)\\b`,
    'g',
  );
  const written = files.flatMap(
    (file) => readFileSync(join(root, file), 'utf8').match(figure) ?? [],
  );
  expect(written).toEqual([]);
});
