import { customType } from 'drizzle-orm/pg-core';

/** A column that holds bytes. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
