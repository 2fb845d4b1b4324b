import { brand } from 'contract/brand';
import { inWords, retention } from 'contract/retention';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { template } from './template.ts';

/** Sent once the copy of one's data that was asked for is made. */
export const dataCopy = template(
  z.object({ firstName: z.string(), key: z.string() }),
  ({ firstName, key }, siteUrl) => {
    return layout({
      subject: 'The copy of your data is ready',
      paragraphs: [
        hello(firstName),
        `You asked for a copy of everything that ${brand.company} knows about you. The link works for ${inWords(retention.dataCopy)}, for one download, and only while you are logged in to your account.`,
        `If it was not you who asked, change your password and write to ${brand.supportEmail}.`,
      ],
      action: {
        label: 'Download your data',
        url: `${siteUrl}/user/account/export?token=${encodeURIComponent(key)}`,
      },
    });
  },
);
