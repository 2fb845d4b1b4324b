import { brand } from '../brand.ts';
import { products } from '../catalogue.ts';
import { formatPence } from '../format.ts';
import { inWords, promised } from '../promised.ts';
import type { Section } from './document.ts';
import { supportLink } from './links.ts';
import { words } from './words.ts';

const { combined } = brand.products;

/** What the Terms of Service say about money: trials, prices, renewal, ending, refunds, changes. */
export const moneyTerms: readonly Section[] = [
  {
    id: 'prices',
    title: 'Prices and payment',
    blocks: [
      {
        head: ['Subscription', 'Monthly', 'Yearly', 'Free trial'],
        rows: products.map(({ name, monthly, yearly, trialDays }) => [
          name,
          formatPence(monthly.amount),
          formatPence(yearly.amount),
          `${trialDays} days`,
        ]),
      },
      words`
        Prices are in pounds sterling and are all you pay. Before you subscribe we show the price,
        how often it is charged, when the trial ends and the date of the first charge. You pay by
        card through Stripe. We never see your card number.
      `,
      words`
        We tell you of a new price by email at least ${promised.priceNoticeDays} days before the renewal from which it
        applies, so that you can cancel first.
      `,
    ],
  },
  {
    id: 'trials',
    title: 'Free trials',
    blocks: [
      words`
        A trial is given once for each product, to each person and for each card. A trial of
        ${combined.name} uses up both. It needs a card, which is not charged until the trial ends; if
        that card has had the trial before, it does not start and nothing is charged.
        ${inWords(promised.trialReminderDays, true)} days before it ends we remind you by
        email of the date and the amount. If you cancel during the trial, you are charged nothing
        and keep access until the trial ends. If you do not, the subscription begins and the first
        payment is taken.
      `,
    ],
  },
  {
    id: 'renewal',
    title: 'Renewal',
    blocks: [
      words`
        Subscriptions renew by the month or by the year, as you chose, at the price then shown,
        until you cancel. We remind you by email ${promised.renewalReminderDays} days before each yearly renewal, and of
        a monthly plan every ${inWords(promised.renewalReminderMonths)} months. If the card that is charged expires before
        the next payment, we tell you a month ahead. We send a receipt for every payment. If a payment fails we tell you and
        Stripe tries again. Your access goes on meanwhile and ends when the attempts have failed for
        good.
      `,
    ],
  },
  {
    id: 'cancellation',
    title: 'Cancelling',
    blocks: [
      words`
        You can cancel at any time under My Subscriptions, without giving a reason and without a
        fee. Your access stays until the period that you have paid for ends, and nothing more is
        charged, but for a payment of a period that has begun already. Until that day you can take the cancellation back with one click. You can also
        cancel by writing to ${supportLink}.
      `,
    ],
  },
  {
    id: 'refunds',
    title: 'Your right to change your mind, and refunds',
    blocks: [
      words`
        You may withdraw within ${promised.withdrawalDays} days after you subscribe, and within
        ${promised.withdrawalDays} days after the first
        payment that follows a trial and after each yearly renewal, without giving a reason. Choose
        Withdraw under My Subscriptions, or write to ${supportLink} with the email of your account and
        say that you withdraw. Your access ends, and we refund that payment in full, to the card you
        paid with, at once and within ${promised.refundDays} days at the latest.
      `,
      words`
        After that, payments already made are not refunded when you cancel, since your access goes
        on until the end of the period. We do refund a payment taken in error, and the share of a
        period in which we could not provide the service. Your statutory rights are not affected.
      `,
    ],
  },
  {
    id: 'plan-changes',
    title: 'Changing your plan',
    blocks: [
      words`
        You can change between monthly and yearly, or from a single product to ${combined.name}, at
        any time, but not while a payment for what you hold is open or it is set to end: settle the
        payment, or take the cancellation back, first. Nor can you while a payment for it is disputed or has gone
        back to you, or while it is on trial and the trial of what would be added has been used. The unused part of what you have paid is credited (proration), and Stripe shows
        you the difference before you confirm. A single product that you hold ends when
        ${combined.name} takes its place, so you never pay twice for one product. To go from
        ${combined.name} to a single product, cancel and subscribe anew when it has ended.
      `,
    ],
  },
];
