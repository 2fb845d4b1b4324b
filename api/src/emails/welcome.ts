import { brand } from 'contract/brand';
import { layout, type Mail } from './layout.ts';

/** Sent once after sign-up. */
export function welcome({ firstName }: { firstName: string }, siteUrl: string): Mail {
  return layout({
    subject: `Welcome to ${brand.company}`,
    paragraphs: [
      `Hello ${firstName},`,
      'Your account is ready. Log in to choose a plan; every plan begins with a free trial.',
      `Questions? Write to ${brand.supportEmail} and a person will answer.`,
    ],
    action: { label: 'Choose your plan', url: `${siteUrl}/user/subscriptions/plans` },
  });
}
