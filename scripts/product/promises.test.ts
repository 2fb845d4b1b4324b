import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Block, isArranged } from '../../contract/src/legal/document.ts';
import { documents } from '../../contract/src/legal/documents.ts';
import { titles } from '../../contract/src/legal/titles.ts';
import { plain } from '../../contract/src/legal/words.ts';
import { statement } from '../../web/app/screens/public/accessibility/accessibility-text.ts';
import { root } from '../lib/paths.ts';
import { inSentences, sentencesOf } from './sentences.ts';

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

const filesIn = (pattern: string, but: RegExp) =>
  globSync(pattern, { cwd: root }).filter((path) => !but.test(path));

/** Where the rest is said: what is read before buying, and what is sent. */
const sources = {
  'public pages': [
    ...filesIn(
      'web/app/screens/public/**/*.{ts,tsx}',
      /\.test\.|home-pric|accessibility-text|\/pictures\//,
    ),
    'web/app/ui/claims.tsx',
  ],
  prices: [
    ...filesIn('web/app/screens/public/home-pric*.tsx', /\.test\./),
    ...filesIn('web/app/features/plans/*.{ts,tsx}', /\.test\./),
    'web/app/screens/user/plans.tsx',
    'contract/src/sale-terms.ts',
    'contract/src/catalogue.ts',
    'contract/src/vat.ts',
    'api/src/features/billing/stripe/checkout/checkout-session.ts',
  ],
  mails: filesIn('api/src/emails/*.ts', /\.test\./),
};

/** What each document, page and mail says, sentence by sentence. */
const said = [
  ...texts.map(({ title, sections }) => ({
    title,
    sentences: sections
      .flatMap(({ blocks }) => blocks.flatMap(linesOf))
      .flatMap((line) => inSentences(line)),
  })),
  ...Object.entries(sources).map(([title, paths]) => ({
    title,
    sentences: paths.flatMap((path) => sentencesOf(path)),
  })),
];

/** The words that make the promises of a document, with their numbers. */
function wordsOf(title: string): { number: string; words: string }[] {
  const [, section = ''] = page.split(`### In the ${title}\n`);
  const [own = ''] = section.split('\n#');
  return [...own.matchAll(/^\| (L\d+) \| '(.+)' \|$/gm)].map(([, number = '', words = '']) => ({
    number,
    words,
  }));
}

const number = '(?:one|two|three|six|\\d+|…)';
const unit = '(?:days?|hours?|minutes?|weeks?|months?|years?)';

const soundsLikeOne = new RegExp(
  [
    '\\b[Ww]e (?:do |also |may |then |will |have )?(?:tell|send|refund|remind|show|answer|acknowledge|never|take no|do not|use no|ask you|end|write to|pay|keep|revise|work without|delete|credit)',
    '\\bnever\\b|\\bnot charged\\b|\\bcharged nothing\\b|\\berased\\b|\\brecorded\\b|\\bsets no\\b',
    '\\b[Nn]othing (?:more |else )?(?:is|was|will be|has been|can be|changes|happens)\\b',
    `\\b(?:within|for|after|before) ${number} ${unit}\\b`,
    `\\b${number} ${unit} (?:after|before|at most)\\b`,
    '\\b[Ee]ncrypt|\\bcontract, and authorities\\b|\\bstop a use\\b|\\b[Cc]onsent\\b|\\bnone of this\\b',
    '\\b[Ss]ix years\\b|\\bdeleted\\b|\\bany time\\b|\\brefund\\b|\\bfree of charge\\b|\\bargon2id\\b',
    '\\b(?:keep|have) access\\b|\\b[Yy]ou keep\\b|\\bgoes on\\b|\\bat once\\b|\\bworks? once\\b|\\bclicks\\b',
    '\\blogs? (?:all|in again)|\\blogged out\\b|\\bnot taken any more\\b|\\bnot log you in\\b|\\bstill logs in\\b',
    '\\bcredited\\b|of credit|\\bpaid back\\b|\\bpay twice\\b|\\ball you pay\\b|\\bless than\\b|\\bSave\\b',
    '\\bTry (?:it|either) free\\b|\\bStart free\\b|\\bdays free\\b|\\bwith a free trial\\b|-day free|\\bhas (?:had its|one) free\\b|\\bday and night\\b|\\b24/7\\b|\\b[Aa] person\\b|\\bNo (?:account|analytics|cookies)\\b',
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
  /^What we keep in your browser is described/,
  /^Keep your password secret, and tell us at once/,
  /^You then need to log in again/,
  /^Yours may fit one of them, or two at once/,
  /ou(?: asked| ask) us to start at once/,
  /^… of credit$|^account-deleted$/,
  /^Your account with our payment service is in another currency/,
];

test.each(said)(
  'what is promised in the $title is held to a row of the promises',
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

test('the figures of the texts come from the constants that the code keeps', () => {
  const legal = ['privacy-policy', 'terms-money', 'terms-of-service', 'cookie-policy'];
  const files = [
    ...legal.map((name) => `contract/src/legal/${name}.ts`),
    'contract/src/legal/privacy-tables.ts',
    'web/app/features/retention/cleared-rows.ts',
    'web/app/features/users/user-support.tsx',
    'web/app/features/connections/deliveries-card.tsx',
    'web/app/features/connections/resend-since-button.tsx',
    'web/app/screens/auth/forgot-password.tsx',
    'web/app/screens/admin/new-user.tsx',
    'api/src/db/retention.ts',
    'api/src/jobs/jobs.ts',
    ...Object.values(sources).flat(),
  ];
  const number = '\\d+|one|two|three|four|five|six|seven|eight|nine';
  const figure = new RegExp(
    `(?<![{.\\w])(?:${number}) (?:days?|hours?|minutes?|weeks?|months?|years?)\\b`,
    'gi',
  );
  const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
  const written = files.flatMap(
    (file) => readFileSync(join(root, file), 'utf8').replaceAll(comment, '').match(figure) ?? [],
  );
  expect(written).toEqual([]);
});
