import { z } from 'zod';

/** Which part of a long list is asked for: pages from 1, at most 100 rows each. */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
};
