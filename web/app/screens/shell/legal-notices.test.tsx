import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stubAccount } from '../../testing/account.ts';
import { stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { newSession, signIn } from '../../testing/session.ts';
import { ok } from '../../testing/specified-lists.ts';

const notice = (id: string, says: string, in_force_on: string) => ({
  ...{ id, says, in_force_on, document: 'terms', version: 'a'.repeat(32) },
});

test('a change that is in force says since when, one that no mail told of from when on', async () => {
  signIn();
  stubAccount();
  stubCall('GET /user', {
    ...{ ...ok, data: newSession('user').user },
    notices: [
      notice('0198c000-0000-7000-8000-00000000abcd', 'Refunds take five days.', '2020-03-09'),
      notice('0198c000-0000-7000-8000-00000000abce', 'Refunds take a day.', '2999-03-09'),
    ],
  });
  open('/user/account');
  const told = async (says: string) =>
    (await screen.findByText(says, { exact: false })).textContent;
  expect(await told('Refunds take five days.')).toContain('In force since 9 March 2020.');
  expect(await told('Refunds take a day.')).toContain('In force for you from 9 March 2999.');
});
