const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * How long is waited after each try that failed; the last one again and again. The first two are so
 * short that what is lost twice arrives within five seconds of the change all the same.
 */
const pauses = [
  ...[second, 2 * second, 5 * second, 15 * second, 45 * second, 2 * minute, 5 * minute],
  ...[10 * minute, 20 * minute, 40 * minute, hour],
];

/** For so long an endpoint may fail. */
export const patienceMs = 72 * hour;

/**
 * When a delivery that failed so often is tried again: after a pause that grows, a little apart from
 * others, and once more at the end of its time. Null after that.
 */
export function nextTry(attempts: number, { now, end }: { now: Date; end: Date }): Date | null {
  if (now >= end) return null;
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? second;
  const next = now.getTime() + pause * (0.9 + Math.random() * 0.2);
  return new Date(Math.min(next, end.getTime()));
}
