import { subjectsTo } from '../support/mails.ts';
import { choose, logIn, payWith, signUp, somebody } from '../support/people.ts';
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
  await stack.killAndRestart();
  await page.goto('/user/subscriptions');
  await expect(page.getByRole('article', { name: 'Portfolio Builder' })).toHaveCount(1);

  await stack.advanceDays(31);
  await stack.killNpmAndRestart();
  await page.goto('/user/payments');
  await expect(page.getByRole('row', { name: /Portfolio Builder/ })).toHaveCount(1);

  const state = (await (await fetch(`${stack.sandboxUrl}/sandbox/state`)).json()) as State;
  const customer = state.customers.find(({ email }) => email === person.email)?.id;
  const mine = (one: { customer: string }) => one.customer === customer;
  expect(state.subscriptions.filter(mine)).toHaveLength(1);
  const paid = state.charges.filter(mine).filter((charge) => charge.paid);
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

interface State {
  customers: { id: string; email: string }[];
  subscriptions: { customer: string }[];
  charges: { customer: string; paid: boolean; amount: number }[];
}
