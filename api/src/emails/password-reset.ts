import { layout, type Mail } from './layout.ts';

/** Sent for each asking: the link to set a new password. */
export function passwordReset(
  { firstName, key }: { firstName: string; key: string },
  siteUrl: string,
): Mail {
  return layout({
    subject: 'Reset your password',
    paragraphs: [
      `Hello ${firstName},`,
      'Somebody asked to reset the password of your account. The link works once, for 30 minutes.',
      'If it was not you, you need do nothing: your password stays as it is.',
    ],
    action: {
      label: 'Set a new password',
      url: `${siteUrl}/reset-password?resetKey=${encodeURIComponent(key)}`,
    },
  });
}
