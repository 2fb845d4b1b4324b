import { brand } from 'contract/brand';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { occasion, occasionDetails } from './occasion.ts';
import { template } from './template.ts';

/** Sent when somebody logs in on a device that the account has not known. */
export const newDevice = template(
  z.object({ firstName: z.string(), occasion }),
  ({ firstName, occasion: when }, siteUrl) => {
    return layout({
      subject: 'A new device logged in to your account',
      paragraphs: [
        hello(firstName),
        'Somebody logged in to your account on a device that we have not seen with it before. If it was you, you need do nothing.',
        `If it was not you, log that device out in your account, change your password, and write to ${brand.supportEmail}.`,
      ],
      details: occasionDetails(when),
      action: { label: 'Account', url: `${siteUrl}/user/account` },
    });
  },
);
