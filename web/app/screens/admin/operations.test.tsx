import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open, reload } from '../../testing/open.tsx';
import { comparison, events, failures, jobError, jobs } from '../../testing/operations.ts';
import { inMain, press, texts, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { ok } from '../../testing/specified-lists.ts';

const began = '01/11/2026, 10:00';

const cells = (name: string) =>
  texts(screen.getByRole('table', { name }).querySelectorAll('tbody tr > *'));

beforeEach(() => {
  signIn('admin');
  stubCall('/admin/retention', { ...ok, run: null });
  vi.spyOn(console, 'error').mockReturnValue();
});

test('open webhooks are sent again', async () => {
  stubCall('/admin/failures', failures.none);
  stubCall('/admin/reconciliation', comparison.none);
  const stub = stubCall('/admin/events', (asked: URLSearchParams) =>
    asked.get('after') === 'evt_2' ? events.rest : events.first,
  );
  open('/admin/operations');
  await screen.findByRole('table', { name: 'Open webhooks' });
  expect(texts(inMain('section dl > div'))[0]).toBe('Open Webhooks3Waiting or failed');
  expect(cells('Open webhooks')).toEqual([
    ...['customer.subscription.updatedevt_1', 'cus_1', 'Invalid Date', 'Resend'],
    ...['customer.subscription.updatedevt_2', 'None', 'Invalid Date', 'Nothing to do'],
  ]);

  // The first of them are asked for, and none is left out before them.
  expect(stub.asked[0]?.get('after') ?? '').toBe('');
  await press('Show more');
  await waitFor(() =>
    expect(screen.getByRole('table', { name: 'Open webhooks' })).toHaveTextContent('evt_3'),
  );
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();

  const resent = stubCall('/admin/events/evt_1/resend', ok);
  stub.body = events.none;
  screen.getByRole('button', { name: 'Resend customer.subscription.updated, evt_1' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByText('The event was queued again');
  await screen.findByText('Nothing is waiting');
  expect(resent.sent).toHaveLength(1);
});

test('the last comparison is told, and one that has not finished', async () => {
  stubCall('/admin/failures', failures.none);
  const stub = stubCall('/admin/events', events.none);
  const run = stubCall('/admin/reconciliation', comparison.last);
  open('/admin/operations');
  await screen.findByText('Compared 1,200 customers with Stripe: 2 differences, 1 not repaired.');
  expect(texts(inMain('section dl > div')).slice(1)).toEqual([
    `Last Comparison${began}Runs every hour`,
    'Differences Found21 not repaired',
  ]);
  expect(screen.getByText(`Began ${began}, finished 01/11/2026, 10:01`)).toBeVisible();
  const differences = [
    ...['payment, statusch_1', 'pending', 'success', 'Repaired'],
    ...['customer, wholecus_1', 'Nothing', '<b>', 'Not repaired'],
  ];
  expect(cells('Differences')).toEqual(differences);

  const unfinished = { started_at: '2026-11-01T11:00:00.000Z', checked: 1 };
  run.body = { ...comparison.last, unfinished };
  reload();
  const underWay =
    'A comparison that began 01/11/2026, 11:00 has not finished: 1 customer compared so far. It runs now, or it broke off.';
  await screen.findByText(underWay);
  expect(cells('Differences')).toEqual(differences);
  run.body = { ...ok, run: null, unfinished };
  reload();
  await screen.findByText('No comparison has finished yet');
  expect(screen.getByText(underWay)).toBeVisible();

  run.body = comparison.none;
  stub.status = 500;
  reload();
  await screen.findByText('No comparison has run yet');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Server error. Please try again later.',
  );
});

test('jobs that gave up are tried again, and refused webhooks are told with their reason', async () => {
  stubCall('/admin/events', events.none);
  stubCall('/admin/reconciliation', comparison.none);
  const stub = stubCall('/admin/failures', failures.some);
  open('/admin/operations');
  await screen.findByRole('table', { name: 'Jobs that gave up' });
  expect(cells('Jobs that gave up')).toEqual([
    ...['Send a mailwelcome:1', `${jobError}Tried 41 times`, began, 'Try again'],
    `Send a link to set a password${jobs[1]?.id}`,
    ...[`${jobError}Tried once`, began, 'Try again'],
    'Tell of a new price, which waits for itada@trust.test',
    ...[`${jobError}Tried 41 times`, began, 'Try again'],
  ]);
  expect(screen.getByText('and 99 more')).toBeVisible();
  expect(cells('Refused webhooks')).toEqual([
    "Signature does not fitThe webhook secret is not the endpoint's in Stripe, or it is not from Stripe.",
    ...['1,200', began, began],
    "Signed in the futureThis server's clock is behind.",
    ...['1', began, began],
  ]);
  expect(cells('Logins held back')).toEqual([
    'One address, many accountsPasswords are tried on account after account, or a whole hospital has one address.',
    ...['1,200', '30,400'],
    'Many addresses, one accountSomebody is after this account. Its owner still gets in where they logged in before.',
    ...['0', '7'],
  ]);

  stubCall(`/admin/jobs/${jobs[0]?.id}/retry`, { ...ok, message: 'Job queued again' });
  screen.getByRole('button', { name: 'Try again: Send a mail, welcome:1' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByText('Job queued again');

  stubCall('/admin/jobs/retry', { ...ok, message: 'Jobs queued again' });
  stub.body = failures.none;
  await press('Try all again');
  await screen.findByText('Jobs queued again');
  await screen.findByText('Nothing has given up');
  await screen.findByText('None was refused');
  await screen.findByText('None was held back');

  stub.status = 500;
  reload();
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(3));
});

test('what the night has cleared away is told in words, with its period, the most first', async () => {
  stubCall('/admin/failures', failures.none);
  stubCall('/admin/reconciliation', comparison.none);
  stubCall('/admin/events', events.rest);
  const run = {
    started_at: '2026-11-01T03:00:00.000Z',
    finished_at: '2026-11-01T03:01:00.000Z',
    counts: {
      trialCards: 2,
      priceMoves: 3,
      trialAllowances: 1,
      auditLog: 1_200,
      inactiveAnnounced: 9,
    },
    is_partial: true,
  };
  stubCall('/admin/retention', { ...ok, run });
  open('/admin/operations');
  await screen.findByRole('table', { name: 'Cleared away' });
  expect(screen.getByText(/1,206 rows were cleared away/)).toHaveTextContent(
    '1,206 rows were cleared away. Something is left for the next run.',
  );
  expect(cells('Cleared away')).toEqual([
    ...['Audit log; log-ins after one yearKept for six years', '1,200'],
    ...['Mails before a deletionKept for 60 days', '9'],
    ...['Notices of new prices to deleted usersKept for six years', '3'],
    ...['Marks of cards of deleted usersKept for six years', '2'],
    ...['Further trials of deleted usersKept for six years', '1'],
  ]);
});
