import type { Card } from 'contract/card';
import { productName } from 'contract/catalogue';
import { promised } from 'contract/promised';
import { londonDay, londonDaysBetween } from 'contract/withdrawal';
import type { TemplateContent } from '../../../../emails/templates.ts';
import {
  amountAt,
  type Charge,
  chargesToCome,
  renews,
} from '../../subscriptions/charges-to-come.ts';
import type { SubscriptionRow } from '../../subscriptions/repository.ts';
import type { ChargedCard } from '../customers/customers-repository.ts';

/** A mail that is due because its time has come, and nothing else has happened. */
export type Notice = Due<'renewal-reminder'> | Due<'card-expiring'>;

interface Due<Name extends 'renewal-reminder' | 'card-expiring'> {
  /** Stripe's subscription that it is about. */
  id: string;
  cause: string;
  template: Name;
  content: TemplateContent<Name>;
}

/** What a customer has. */
export interface Holdings {
  firstName: string;
  subscriptions: SubscriptionRow[];
  /** Stripe's balance in pence, credit below zero; null where it is not known. */
  balance: number | null;
  card: ChargedCard | null;
}

/** What a customer is to be told at a moment of Stripe's clock, whether or not it was told before. */
export function noticesDue(holdings: Holdings, now: Date): Notice[] {
  const { subscriptions, balance } = holdings;
  const held = subscriptions.filter(({ hasAccess }) => hasAccess);
  const charges = chargesToCome(held, balance);
  return held.flatMap((row) => {
    const charge = charges.get(row.id);
    if (!charge || charge.date <= now || row.paymentProblem) return [];
    return [...reminderOf(holdings, row, charge, now), ...cardNoticeOf(holdings, row, charge, now)];
  });
}

/**
 * Whether a renewal is one of those that are told of: each of a yearly plan, and of a monthly one
 * that of every sixth month after it began to be charged. A trial's end has a reminder of its own.
 */
function isToldOf({ status, cycle, trialEnd, startedAt, periodEnd }: SubscriptionRow): boolean {
  if (status !== 'active' || !periodEnd) return false;
  if (cycle === 'yearly') return true;
  const months = monthOf(periodEnd) - monthOf(trialEnd ?? startedAt);
  return months > 0 && months % promised.renewalReminderMonths === 0;
}

/** Months are counted as Stripe's periods are, in UTC. */
const monthOf = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth();

function reminderOf(
  { firstName, card }: Holdings,
  row: SubscriptionRow,
  { date, charged, credit }: Charge,
  now: Date,
): Due<'renewal-reminder'>[] {
  if (!isToldOf(row)) return [];
  if (londonDaysBetween(now, date) > promised.renewalReminderDays) return [];
  const amount = amountAt(row, date);
  return [
    {
      id: row.stripeId,
      cause: `renewal-reminder:${row.stripeId}:${seconds(date)}`,
      template: 'renewal-reminder',
      content: {
        firstName,
        product: productName(row.productId),
        cycle: row.cycle,
        renewsAt: date.toISOString(),
        amount,
        amountBefore: amount === row.amount ? null : row.amount,
        charged,
        credit,
        card: card && named(card),
        ...laterEnd(row),
      },
    },
  ];
}

/** The day on which something ends that is charged before, as a mail about that charge tells it. */
export function laterEnd(row: SubscriptionRow): { endsAt?: string } {
  return row.endsAt && renews(row) ? { endsAt: row.endsAt.toISOString() } : {};
}

function cardNoticeOf(
  { firstName, card }: Holdings,
  { stripeId, productId }: SubscriptionRow,
  { date, charged }: Charge,
  now: Date,
): Due<'card-expiring'>[] {
  if (!card || charged === 0 || !isTooOld(card, date)) return [];
  if (londonDaysBetween(now, date) > promised.cardNoticeDays) return [];
  return [
    {
      id: stripeId,
      cause: `card-expiring:${card.id}:${card.expYear}-${card.expMonth}:${stripeId}:${seconds(date)}`,
      template: 'card-expiring',
      content: {
        firstName,
        product: productName(productId),
        chargedAt: date.toISOString(),
        charged,
        card: named(card),
      },
    },
  ];
}

/** Whether a card has expired on the day of a charge. It pays to the end of the month it names. */
function isTooOld({ expMonth, expYear }: Card, charge: Date): boolean {
  const last = `${expYear}-${String(expMonth).padStart(2, '0')}`;
  return londonDay(charge).slice(0, last.length) > last;
}

/** A card as a mail names it. */
export function named({ brand, last4, expMonth, expYear }: Card): Card {
  return { brand, last4, expMonth, expYear };
}

const seconds = (moment: Date): number => moment.getTime() / 1000;
