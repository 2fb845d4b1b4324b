import type { Client } from './client.ts';
import type { LinkKind } from './email-change.ts';

export interface Change {
  before: string;
  email: string;
  /** Of the link that makes it, until it is made. */
  key?: string;
  undo: string[];
}

/** What somebody has, as it should be. */
export interface Truth {
  id: string;
  email: string;
  password: string;
  isVerified: boolean;
  /** Two browsers. */
  browsers: [Client, Client];
  /** Of the first browser. */
  token: string;
  verify: { key: string; email: string }[];
  /** In their order; the last one may wait for its link. */
  changes: Change[];
  left: string[];
  /** Of links that set a new password. */
  resets: string[];
  dead: [LinkKind, string][];
}

/** The change that waits for its link. */
export const waiting = ({ changes }: Truth) => changes.find(({ key }) => key !== undefined);

/** The links that still do something. */
export const liveLinks = ({ verify, changes, resets }: Truth): [LinkKind, string][] => [
  ...verify.map(({ key }): [LinkKind, string] => ['verify', key]),
  ...changes.flatMap(({ key }): [LinkKind, string][] => (key ? [['change', key]] : [])),
  ...changes.flatMap(({ undo }) => undo.map((key): [LinkKind, string] => ['undo', key])),
  ...resets.map((key): [LinkKind, string] => ['reset', key]),
];

/** Whether somebody has left this e-mail and can still undo that, so that nobody else may take it. */
export const isKept = ({ changes }: Truth, email: string) =>
  changes.some(({ before, key }) => before === email && key === undefined);

/** The links of a change do nothing any more. */
export function bury(truth: Truth, gone: Change[]): void {
  for (const { key, undo } of gone) {
    if (key !== undefined) truth.dead.push(['change', key]);
    truth.dead.push(...undo.map((one): [LinkKind, string] => ['undo', one]));
  }
  truth.changes = truth.changes.filter((change) => !gone.includes(change));
}

/** The e-mail was shown to be theirs: no link to confirm it does anything any more. */
export function showVerified(truth: Truth): void {
  truth.dead.push(...truth.verify.map(({ key }): [LinkKind, string] => ['verify', key]));
  truth.verify = [];
  truth.isVerified = true;
}

/** Links that set a new password do nothing any more. */
export function buryResets(truth: Truth): void {
  truth.dead.push(...truth.resets.map((key): [LinkKind, string] => ['reset', key]));
  truth.resets = [];
}

/** Somebody has this e-mail now, and has shown it to be theirs. */
export function arriveAt(truth: Truth, email: string): void {
  buryResets(truth);
  if (email !== truth.email) truth.left = [...truth.left, truth.email];
  truth.left = truth.left.filter((one) => one !== email);
  truth.email = email;
  showVerified(truth);
}
