import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { occasion, occasionDetails } from './occasion.ts';
import { template } from './template.ts';

/** Sent once a day at most, when too many wrong passwords were tried on an account. */
export const logInHeldBack = template(
  z.object({ firstName: z.string(), occasion }),
  ({ firstName, occasion: when }, siteUrl) => {
    return layout({
      subject: 'Somebody tried to log in to your account',
      paragraphs: [
        hello(firstName),
        'Wrong passwords were tried on your account so often that we hold further tries back for a while. Nobody got in. A device that you have logged in from before still logs in.',
        'If it was you and you have forgotten your password, set a new one. If it was not you, you need do nothing; two-step login, in your account, protects it even from who learns your password.',
      ],
      details: occasionDetails(when),
      action: { label: 'Set a new password', url: `${siteUrl}/forgot-password` },
    });
  },
);
