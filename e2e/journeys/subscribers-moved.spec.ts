import { products } from 'contract/catalogue';
import { asAdmin } from '../support/as-admin.ts';
import { expectAccessibleHere } from '../support/checks.ts';
import { loadUntil } from '../support/load-until.ts';
import { expectMailed } from '../support/mails.ts';
import { holdAtOldPrice } from '../support/old-price.ts';
import { cancel } from '../support/people.ts';
import { arrive } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/** `many-holders.test.ts` has fifty, and kills. */
const count = 12;

test('a price is moved for its holders, who are told, and one of whom leaves', async ({
  page,
  stack,
}) => {
  const plan = products.find(({ key }) => key === 'cataract')?.monthly;
  if (!plan) throw new Error('The catalogue has no such plan');
  const { person, id } = await arrive(page, stack);
  const others = await makeOthers();
  const self = { id, email: person.email };
  await holdAtOldPrice(stack, plan, { amount: 1199, people: [self, ...others] });

  await page.goto('/user/subscriptions');
  const held = page.getByRole('article', { name: 'Cataract Connect' });
  await expect(held.getByText('£11.99 per month')).toBeVisible();

  const today = new Date(await stack.now()).toISOString().slice(0, 10);
  const said = await stack.command('prices:move', '--plan', plan.id, '--from', today);
  expect(said).toContain(`${count} told, 0 told before, 0 stay.`);
  const [, day = ''] = /£11\.99 -> £14\.99 on (.+?) {2}told/.exec(said) ?? [];
  await expectMailed(
    stack,
    [self, ...others].map(({ email }) => email),
    `The price of your Cataract Connect changes on ${day}`,
  );

  // A moment after the mail Stripe knows of it, too.
  const next = held.getByText(new RegExp(`^£14\\.99 from (${day}|your next charge)$`));
  await loadUntil(
    () => page.reload(),
    (patience) => expect(next).toBeVisible(patience),
    { timeout: 60_000 },
  );
  await expectAccessibleHere(page);

  await cancel(page, 'Cataract Connect');
  await expect(held.getByText(/^Ends \d+ [A-Z][a-z]+/)).toBeVisible();
  await expect(held.getByText('£14.99')).toHaveCount(0);

  async function makeOthers() {
    const call = await asAdmin(stack);
    const made = [];
    for (let n = 1; n < count; n += 1) {
      const email = `holder${n}@hospital.test`;
      const body = { first_name: 'Odile', last_name: 'Fontaine', email };
      const { data } = (await call('POST', '/admin/users', body)) as { data: { id: string } };
      made.push({ id: data.id, email });
    }
    return made;
  }
});
