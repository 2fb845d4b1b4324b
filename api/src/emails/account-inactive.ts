import { brand } from 'contract/brand';
import { formatLongDate } from 'contract/format';
import { inWords, retention } from 'contract/retention';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { moment, template } from './template.ts';
import { whatStays } from './what-stays.ts';

/** Sent twice before an account is deleted that nobody has used for years. */
export const accountInactive = template(
  z.object({ firstName: z.string(), due: moment, isActive: z.boolean() }),
  ({ firstName, due, isActive }, siteUrl) => {
    const day = formatLongDate(due);
    return layout({
      subject: `Your account will be deleted on ${day}`,
      paragraphs: [
        hello(firstName),
        `Nobody has logged in to your account at ${brand.company} for almost ${inWords(retention.inactiveAccount)}, and it has no subscription. We do not keep personal data for longer than we need it, so we will delete the account on ${day}.`,
        isActive
          ? 'To keep it, log in once before that day. If you no longer need it, you need do nothing.'
          : `To keep it, write to ${brand.supportEmail} before that day. If you no longer need it, you need do nothing.`,
        whatStays(),
      ],
      ...(isActive && { action: { label: 'Log in', url: `${siteUrl}/login` } }),
    });
  },
);
