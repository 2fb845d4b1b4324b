import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { occasion, occasionDetails } from './occasion.ts';
import { template } from './template.ts';

/**
 * What was tried: passwords at the login, on a device that is not known or on one that is, codes of a second
 * factor, or passwords where somebody who is logged in is asked for it once more.
 */
const tried = z.enum(['login', 'device', 'code', 'proof']);
export type Tried = z.output<typeof tried>;

const words = {
  login: {
    subject: 'Somebody tried to log in to your account',
    what: 'Wrong passwords were tried on your account so often that we hold further tries back for a while. Nobody got in. Any device that you have logged in from before still logs in.',
    advice:
      'If it was you and you have forgotten your password, set a new one. If it was not you, you need do nothing; two-step login, in your account, protects it even from who learns your password.',
  },
  device: {
    subject: 'Somebody tried to log in on a device that you have used',
    what: 'On a device that has logged in to your account before wrong passwords were typed so often that we hold further tries there back, for a day at most. Nobody got in.',
    advice:
      'If it was you and you have forgotten your password, set a new one. If it was not you, somebody else uses that device: set a new password, and we know no device any more but the one on which you do.',
  },
  code: {
    subject: 'Somebody tried codes on your account',
    what: 'Wrong codes of the two-step login were tried on your account so often that we hold further tries back for a while. None of them was accepted.',
    advice:
      'Whoever is asked for a code knows your password. If it was not you, set a new password now: that logs all your devices out.',
  },
  proof: {
    subject: 'Somebody tried passwords on a device that is logged in',
    what: 'On a device that is logged in to your account wrong passwords were typed so often that we hold further tries back for a while.',
    advice:
      'If it was not you, somebody else uses that device: set a new password now, which logs all your devices out.',
  },
} as const satisfies Record<Tried, object>;

/** Sent once a day at most, when too much that was wrong was tried on an account. */
export const logInHeldBack = template(
  z.object({ firstName: z.string(), tried, occasion }),
  ({ firstName, tried: kind, occasion: when }, siteUrl) => {
    const { subject, what, advice } = words[kind];
    return layout({
      subject,
      paragraphs: [hello(firstName), what, advice],
      details: occasionDetails(when),
      action: { label: 'Set a new password', url: `${siteUrl}/forgot-password` },
    });
  },
  [(before) => ({ ...before, tried: 'login' })],
);
