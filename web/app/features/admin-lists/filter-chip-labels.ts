import { formatMonth } from '../../lib/format-figures.ts';

/** The rows behind a figure of the dashboard, on a filter chip; `month` such as 2026-11. */
export function figureFilterLabel(figure: string, month?: string): string {
  const of = month ? ` of ${formatMonth(month)}` : '';
  const during = month ? ` in ${formatMonth(month)}` : '';
  switch (figure) {
    case 'revenue':
      return `Revenue${of}`;
    case 'recurring':
      return 'Recurring revenue now';
    case 'churned':
      return `Ended${during} after it was paid for`;
    case 'trial-ended':
      return `Trial ended${during}`;
    default:
      return `Trial ended${during} and was paid for`;
  }
}
