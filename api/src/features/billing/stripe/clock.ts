/** Seconds by which two clocks may differ and still be one. */
const tolerance = 120;

/** Stripe's time, as far as this process has heard of it. */
export interface StripeClock {
  now(): Date;
  /** What Stripe says in an answer: right, whatever was heard before. */
  answered(date: string | undefined): void;
  /** By how many seconds it was ahead of ours in the last answer; undefined before there was one. */
  ahead(): number | undefined;
  /** When something happened there: its time is no earlier than that. */
  reached(moment: Date): void;
}

/**
 * Follows Stripe's clock by its answers and events, without asking. With Stripe it is ours; that of
 * the sandbox may be moved, and whatever a day decides is decided by it (product B58).
 */
export function createStripeClock(): StripeClock {
  let ahead = 0;
  let heard: number | undefined;
  const differ = (moment: number): number => {
    const difference = moment - Date.now();
    return Math.abs(difference) <= tolerance * 1000 ? 0 : difference;
  };
  return {
    ahead: () => heard,
    now: () => new Date(Date.now() + ahead),
    answered(date) {
      const moment = Date.parse(date ?? '');
      if (Number.isNaN(moment)) return;
      ahead = differ(moment);
      heard = (moment - Date.now()) / 1000;
    },
    reached(moment) {
      ahead = Math.max(ahead, differ(moment.getTime()));
    },
  };
}
