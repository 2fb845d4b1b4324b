import type { Page } from '@playwright/test';
import {
  ada,
  adaInList,
  adaPayment,
  adaSubscription,
  idOf,
  ok,
} from '../../web/app/testing/specified-lists.ts';
import { stubCall } from '../support/calls.ts';
import { arrive, arriveAsAdmin } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { widen } from '../support/widths.ts';

/** Where the sidebar takes its room for the first time, and the tables have the least. */
const widths = [1024, 1060, 1100, 1280];

const product = { name: 'Cataract Connect', description: 'Both products together' };
const plan = { plan_name: 'Monthly', billing_cycle: 'monthly', price: 150 };

/** The texts that stand over the edge of the box they are in; those that are only read out do not. */
async function overlaps(page: Page, selector: string): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = [];
    for (const box of document.querySelectorAll(${JSON.stringify(selector)})) {
      const { left, right } = box.getBoundingClientRect();
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { parentElement } = texts.currentNode;
        const clipped =
          parentElement.closest('.text-ellipsis') ?? parentElement.closest('.truncate') ?? parentElement;
        const readOut = parentElement.closest('[class*=sr-only]');
        if (readOut?.getBoundingClientRect().width <= 1) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const text = range.getBoundingClientRect();
        const end = Math.min(text.right, clipped.getBoundingClientRect().right);
        if (text.width > 0 && (text.left < left - 1 || end > right + 1)) found.push(texts.currentNode.data);
      }
    }
    return found;
  })()`);
}

/** How many lines the cells of a column have. */
const linesOf = (page: Page, column: number) =>
  page.evaluate<
    number[]
  >(`[...document.querySelectorAll('tbody tr > :nth-child(${column}) > *')].map(
    (content) => new Set([...content.getClientRects()].map(({ top }) => Math.round(top))).size,
  )`);

test('payments keep to their cells, and a date to one line', async ({ page, stack }) => {
  await arrive(page, stack);
  const payments = [0, 250].map((refunded, n) => ({
    ...{ id: idOf(n), payment_date: '2026-11-21T12:00:00.000Z', amount: 1250, refunded },
    status: refunded ? 'refunded' : 'success',
    subscription: { product, pricing_plan: plan },
  }));
  await stubCall(page, '/user/payments', { ...ok, payments });
  await page.goto('/user/payments');
  for (const width of widths) {
    await widen(page, width);
    await expect(page.getByRole('row')).toHaveCount(3);
    expect(await linesOf(page, 1), String(width)).toEqual([1, 1]);
    expect(await overlaps(page, 'td, th'), String(width)).toEqual([]);
    const amount = page.locator('tbody td').filter({ hasText: '£1,250.00' }).first();
    await expect(amount).toHaveCSS('text-align', 'right');
  }
});

test('the admins’ rows keep to their cells', async ({ page, stack }) => {
  await arriveAsAdmin(page, stack);
  const user = { ...ada, email: 'augusta.ada.byron@department-of-engines.hospital.test' };
  const refunded = { ...adaPayment, amount: 1250, refunded: 1250, status: 'refunded' };
  const refundable = { ...adaPayment, id: idOf(4), refundable: 350, status: 'success' };
  const withdrawable = { withdraw_until: adaSubscription.end_date, withdraw_refund: 0 };
  const subscription = { product, pricing_plan: plan };
  const at = adaSubscription.start_date;
  const actor = { id: ada.id, name: 'Ada Byron', email: user.email };
  const ends = { next: null, previous: null };
  const lists = {
    users: { data: { users: [{ ...adaInList, ...user }], ...ends } },
    payments: {
      payments: [refunded, refundable].map((row) => ({ ...row, user, subscription })),
      ...ends,
    },
    subscriptions: {
      subscriptions: [{ ...adaSubscription, user, ...subscription, ...withdrawable }],
      ...ends,
    },
    audit: {
      entries: [
        {
          ...{ id: idOf(5), at, action: 'payment.refunded', address: '192.0.2.140' },
          ...{ actor, target: ada.id, target_user: actor },
          detail: '£1,250.00 of the payment, since it was paid twice by mistake',
        },
      ],
      ...ends,
    },
  };
  for (const [name, answer] of Object.entries(lists)) {
    await stubCall(page, `/admin/${name}`, { ...ok, ...answer });
    await page.goto(`/admin/${name}`);
    for (const width of [320, 390, 768, ...widths]) {
      const where = `${name} ${width}`;
      await widen(page, width);
      await expect(page.getByRole('link', { name: 'Ada Byron' }).first()).toBeVisible();
      expect(await overlaps(page, 'td, th, dd'), where).toEqual([]);
      // Where there is no table each row has two lines, whatever it has to tell.
      const heights = await page
        .getByRole('listitem')
        .filter({ has: page.locator('dl') })
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      expect(heights.length > 0, where).toBe(width < 1280);
      expect(Math.max(0, ...heights), where).toBeLessThan(100);
      for (const amount of await page.locator('tbody td').filter({ hasText: /^£/ }).all()) {
        await expect(amount).toHaveCSS('text-align', 'right');
      }
      // What a product is for is not said anew in each row.
      if (name === 'users' || name === 'audit') continue;
      await expect(page.getByText(product.description).first()).not.toBeInViewport({ ratio: 0.9 });
    }
  }
});

test('product D24: the end of a subscription stands in its row, and is only read out on phones', async ({
  page,
  stack,
}) => {
  await arriveAsAdmin(page, stack);
  const subscriptions = [adaSubscription];
  await stubCall(page, '/admin/subscriptions', {
    ...ok,
    subscriptions,
    next: null,
    previous: null,
  });
  await page.goto('/admin/subscriptions');
  const end = page.getByText('to 08/04/2026');
  for (const [width, isShown] of [
    [390, false],
    [768, true],
    [1280, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => ((await end.boundingBox())?.width ?? 0) > 10).toBe(isShown);
  }
});

test('the pictures of the products keep to their frames', async ({ page }) => {
  await page.goto('/');
  for (const width of [...widths, 1440]) {
    await widen(page, width);
    expect(await overlaps(page, '[role=img] :is(p, li, div)'), String(width)).toEqual([]);
  }
});
