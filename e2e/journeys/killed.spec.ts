import { loadUntil } from '../support/load-until.ts';
import { subjectsTo } from '../support/mails.ts';
import { choose, logIn, payWith, signUp, somebody } from '../support/people.ts';
import type { Stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

test('killed at every step of a purchase, nothing is lost and nothing is done twice', async ({
  page,
  stack,
}) => {
  test.setTimeout(240_000);
  const person = somebody();
  await signUp(page, person);
  await stack.killAndRestart();

  await logIn(page, person);
  await stack.killAndRestart();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();

  await choose(page, 'Portfolio Builder', 'Monthly');
  const hostedPage = page.url();
  await stack.killAndRestart();
  await choose(page, 'Portfolio Builder', 'Monthly');
  expect(page.url()).toBe(hostedPage);

  await payWith(page, '4242 4242 4242 4242');
  await expect
    .poll(async () => (await stateOf(stack, person)).subscriptions.length, { timeout: 15_000 })
    .toBe(1);
  await stack.killAndRestart();
  // What the card was charged for is told again, a little later.
  const held = page.getByRole('article', { name: 'Portfolio Builder' });
  await loadUntil(
    () => page.goto('/user/subscriptions'),
    (patience) => expect(held).toHaveCount(1, patience),
    { timeout: 45_000 },
  );

  await stack.advanceDays(31);
  await stack.killNpmAndRestart();
  await page.goto('/user/payments');
  await expect(page.getByRole('row', { name: /Portfolio Builder/ })).toHaveCount(1);

  const { subscriptions, charges } = await stateOf(stack, person);
  expect(subscriptions).toHaveLength(1);
  const paid = charges.filter((charge) => charge.paid);
  expect(paid.map(({ amount }) => amount)).toEqual([2499]);

  await expect
    .poll(() => subjectsTo(stack, person.email), { timeout: 100_000 })
    .toEqual([
      'Confirm your email',
      'Receipt for your Portfolio Builder payment',
      'Welcome to Fernlea Health',
      expect.stringMatching(/^Your free trial of Portfolio Builder ends on /),
      'Your free trial of Portfolio Builder has started',
    ]);
});

/** What somebody has at the sandbox. */
async function stateOf({ sandboxUrl }: Stack, { email }: { email: string }) {
  const state = (await (await fetch(`${sandboxUrl}/sandbox/state`)).json()) as State;
  const customer = state.customers.find((one) => one.email === email)?.id;
  const mine = (one: { customer: string }) => one.customer === customer;
  return { subscriptions: state.subscriptions.filter(mine), charges: state.charges.filter(mine) };
}

interface State {
  customers: { id: string; email: string }[];
  subscriptions: { customer: string }[];
  charges: { customer: string; paid: boolean; amount: number }[];
}
