import { promised } from 'contract/promised';

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
export const patienceMs = promised.endpointDays * 24 * hour;

interface Missed {
  attempts: number;
  givenUpAt: Date;
  /** Of the try before. */
  lastAt: Date | null;
}

/**
 * When a delivery that did not arrive at `now` is tried again: after a pause that grows, a little apart from
 * others, and once more at the end of its time. Past that null, where something else has arrived since the
 * try before; while nothing does, it goes on until its endpoint has failed for as long as one may.
 */
export function nextTry(
  { attempts, givenUpAt, lastAt }: Missed,
  { now, failingSince }: { now: Date; failingSince: Date },
): Date | null {
  const isOver = now >= givenUpAt;
  const doOthersArrive = lastAt !== null && failingSince > lastAt && failingSince > givenUpAt;
  if (isOver && doOthersArrive) return null;
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? second;
  const next = now.getTime() + pause * (0.9 + Math.random() * 0.2);
  const end = isOver ? failingSince.getTime() + patienceMs : givenUpAt.getTime();
  return new Date(Math.min(next, end));
}
