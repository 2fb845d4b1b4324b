import { execFileSync } from 'node:child_process';

/** What has changed since a commit, and so what has to be tested. */
export type Changes = {
  /** The commit that all changes are later than. */
  since: string;
  /** The journeys to drive: all, none, or the files that changed themselves. */
  journeys: 'all' | 'none' | string[];
};

const TEST = /\.test\.tsx?$|^api\/src\/testing\//;
const JOURNEY = /^e2e\/(journeys\/.+\.spec\.ts)$/;
// What the running product is made of, and what drives it.
const PRODUCT =
  /^(api|contract|web|stripe-sandbox|mail-catcher|e2e|scripts\/(start|lib|bootstrap))\/|^package/;

/** The journeys that changes of these files, as paths from the root, can affect. */
export function journeysAffectedBy(files: string[]): Changes['journeys'] {
  const journeys = files.flatMap((file) => JOURNEY.exec(file)?.[1] ?? []);
  const others = files.filter((file) => !JOURNEY.test(file) && !TEST.test(file));
  if (others.some((file) => PRODUCT.test(file))) return 'all';
  return journeys.length > 0 ? journeys : 'none';
}

/**
 * What has changed since the branch left its upstream, or since the last commit where there is no
 * upstream: committed or not, files that are gone included. Throws where this is no checkout.
 */
export function findChanges(root: string): Changes {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const since = firstThatAnswers(
    () => git('merge-base', 'HEAD', '@{upstream}').trim(),
    () => git('rev-parse', 'HEAD').trim(),
  );
  const paths = (...args: string[]): string[] =>
    git(...args)
      .split('\n')
      .filter(Boolean);
  // A file that was moved is gone from where it was, too.
  const diff = ['diff', '--name-only', '--no-renames'];
  const there = [
    ...paths(...diff, '--diff-filter=d', since),
    ...paths('ls-files', '--others', '--exclude-standard'),
  ];
  const gone = paths(...diff, '--diff-filter=D', since);
  // A journey that is gone cannot be driven.
  const affecting = [...there, ...gone.filter((path) => !JOURNEY.test(path))];
  return { since, journeys: journeysAffectedBy(affecting) };
}

function firstThatAnswers(ask: () => string, otherwise: () => string): string {
  try {
    return ask();
  } catch {
    return otherwise();
  }
}
