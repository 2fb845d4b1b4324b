import { brand } from 'contract/brand';
import { inWords, retention } from 'contract/retention';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { template } from './template.ts';
import { whatStays } from './what-stays.ts';

/** The last mail to somebody whose account was deleted on their own wish, or because nobody used it. */
export const accountDeleted = template(
  z.object({ firstName: z.string(), isOwnWish: z.boolean() }),
  ({ firstName, isOwnWish }) => {
    const why = isOwnWish
      ? 'As you asked, your account was deleted.'
      : `Your account was deleted, because nobody had logged in to it for ${inWords(retention.inactiveAccount)}.`;
    return layout({
      subject: 'Your account was deleted',
      paragraphs: [
        hello(firstName),
        `${why} Your name, your email and your password are erased, and nothing more is charged.`,
        whatStays(),
        `This is our last mail to you. If you did not expect it, write to ${brand.supportEmail}.`,
      ],
    });
  },
);
