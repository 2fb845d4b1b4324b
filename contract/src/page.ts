import { z } from 'zod';
import { text } from './text.ts';

/**
 * Which part of a long list is asked for: at most 100 rows. The cursor of an answer leads to the
 * rows after or before it, however deep, and neither repeats nor leaves out a row while rows are
 * added. Page numbers are for the first pages only.
 */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(400, 'Use the cursor for pages this deep').default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
  // The longest holds an e-mail of 254 characters, three bytes each.
  cursor: text(1_200).optional(),
};

/** The cursors of the rows after and before those of an answer; null where there are none. */
export const pageCursors = {
  next: z.string().nullable(),
  previous: z.string().nullable(),
};

/** A month in London, such as 2026-11. The database knows no year 0. */
export const monthPattern = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;
export const month = z.string().regex(monthPattern, 'Enter a month as year-month');
