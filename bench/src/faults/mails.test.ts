import { expect, it } from 'vitest';
import { missingMails, repeatedMails, welcomesOf } from './mails.ts';

const mail = (to: string, messageId: string, subject: string) => ({
  ...{ to, messageId },
  raw: `From: us\nSubject: ${subject}\nMessage-ID: ${messageId}\n\nSubject: no header`,
});

it('a mail that came twice for one cause is told, to whom it came, and two of a kind for two causes are not', () => {
  const all = [
    mail('ann@faults.test', '<a>', 'Welcome'),
    mail('bryn@faults.test', '<b>', 'Welcome'),
    mail('ann@faults.test', '<c>', 'Your receipt'),
    mail('ann@faults.test', '<d>', 'Your receipt'),
    mail('bryn@faults.test', '<c>', 'Your receipt'),
  ];
  expect(repeatedMails(all)).toEqual([]);
  const again = [...all, mail('ann@faults.test', '<a>', 'Welcome')];
  expect(repeatedMails(again)).toEqual(["mail 'Welcome' to ann@faults.test, 2 times"]);
  expect(welcomesOf(again, 'ann@faults.test')).toHaveLength(2);
});

it('whoever was sent more mails than came to them is told', () => {
  const all = [
    mail('ann@faults.test', '<a>', 'Welcome'),
    mail('ann@faults.test', '<a>', 'Welcome'),
    mail('bryn@faults.test', '<b>', 'Welcome'),
  ];
  const sent = (recipient: string, count: number) => ({ recipient, count });
  expect(missingMails(all, [sent('ann@faults.test', 1), sent('bryn@faults.test', 1)])).toEqual([]);
  expect(missingMails(all, [sent('ann@faults.test', 2), sent('dilys@faults.test', 1)])).toEqual([
    '1 mails to ann@faults.test',
    '1 mails to dilys@faults.test',
  ]);
});
