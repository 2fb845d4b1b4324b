import { brand } from 'contract/brand';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { template } from './template.ts';

/** Sent once after sign-up. */
export const welcome = template(z.object({ firstName: z.string() }), ({ firstName }, siteUrl) => {
  return layout({
    subject: `Welcome to ${brand.company}`,
    paragraphs: [
      hello(firstName),
      'Your account is ready. Log in to choose a plan; every plan begins with a free trial, given once for each product.',
      `Questions? Write to ${brand.supportEmail} and a person will answer.`,
    ],
    action: { label: 'Choose your plan', url: `${siteUrl}/user/subscriptions/plans` },
  });
});
