/** The moment (unix seconds) from which a card no longer pays: the month that it names is over, in UTC. */
export function expiryOf({ expMonth, expYear }: { expMonth: number; expYear: number }): number {
  return Date.UTC(expYear, expMonth, 1) / 1000;
}
