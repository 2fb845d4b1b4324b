import type { Page } from '@playwright/test';
import {
  ada,
  adaPayment,
  adaSubscription,
  idOf,
  ok,
} from '../../web/app/testing/specified-lists.ts';
import { stubCall } from '../support/calls.ts';
import { arrive, arriveAsAdmin } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

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
        const clipped = parentElement.closest('.truncate') ?? parentElement;
        if (parentElement.closest('.sr-only') && clipped.clientWidth <= 1) continue;
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
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/user/payments');
    await expect(page.getByRole('row')).toHaveCount(3);
    expect(await linesOf(page, 1), String(width)).toEqual([1, 1]);
    expect(await overlaps(page, 'td, th'), String(width)).toEqual([]);
    const amount = page.locator('tbody td').filter({ hasText: '£1,250.00' }).first();
    await expect(amount).toHaveCSS('text-align', 'right');
  }
});

test('the admins’ rows keep to their cells', async ({ page, stack }) => {
  await arriveAsAdmin(page, stack);
  const refunded = { ...adaPayment, amount: 1250, refunded: 1250, status: 'refunded' };
  const subscription = { product, pricing_plan: plan };
  const ends = { next: null, previous: null };
  const lists = {
    payments: [{ ...refunded, user: ada, subscription }],
    subscriptions: [{ ...adaSubscription, user: ada, ...subscription }],
  };
  for (const [name, rows] of Object.entries(lists)) {
    await stubCall(page, `/admin/${name}`, { ...ok, [name]: rows, ...ends });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/admin/${name}`);
      await expect(page.getByRole('link', { name: 'Ada Byron' })).toBeVisible();
      expect(await overlaps(page, 'td, th, dd'), `${name} ${width}`).toEqual([]);
      // What a product is for is not said anew in each row.
      await expect(page.getByText(product.description)).not.toBeInViewport({ ratio: 0.9 });
    }
  }
});

test('the pictures of the products keep to their frames', async ({ page }) => {
  for (const width of [...widths, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    expect(await overlaps(page, '[role=img] :is(p, li, div)'), String(width)).toEqual([]);
  }
});
