/** A stretch of days that people hand statements in for. */
export interface Period {
  label: string;
  from: string;
  to: string;
}

/**
 * The tax years (6 April to 5 April) and calendar years that have begun, the newest first: this one and the
 * four for which tax relief can still be claimed. `today` is a day in London.
 */
export function statementPeriods(today: string): Period[] {
  const year = Number(today.slice(0, 4));
  const taxYear = today.slice(5) >= '04-06' ? year : year - 1;
  const back = [0, 1, 2, 3, 4];
  return [
    ...back.map((years) => taxYearFrom(taxYear - years)),
    ...back.map((years) => calendarYear(year - years)),
  ];
}

const taxYearFrom = (year: number): Period => ({
  label: `Tax year ${year}/${String(year + 1).slice(2)} (6 April to 5 April)`,
  from: `${year}-04-06`,
  to: `${year + 1}-04-05`,
});

const calendarYear = (year: number): Period => ({
  label: `Calendar year ${year}`,
  from: `${year}-01-01`,
  to: `${year}-12-31`,
});

/** Today in London, as year-month-day. */
export function todayInLondon(now = new Date()): string {
  return now.toLocaleDateString('sv', { timeZone: 'Europe/London' });
}
