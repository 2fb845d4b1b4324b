import { brand } from 'contract/brand';
import { layout, type Mail } from './layout.ts';

/** Sent after each change of a password. */
export function passwordChanged({ firstName }: { firstName: string }, siteUrl: string): Mail {
  return layout({
    subject: 'Your password was changed',
    paragraphs: [
      `Hello ${firstName},`,
      'The password of your account was changed, and you were signed out everywhere.',
      `If it was not you, reset your password now and write to ${brand.supportEmail}.`,
    ],
    action: { label: 'Log in', url: `${siteUrl}/login` },
  });
}
