import { z } from 'zod';

/** Data as some version wrote them. */
type Raw = Record<string, unknown>;

/** Writes data to a JSON column with their version, and reads what was written by whichever one. */
export interface StoredJson<Data> {
  write(data: Data): Raw;
  /** `what` names what is read. Throws UnreadableData. */
  read(stored: unknown, what: string): Data;
}

/** Data that a newer release wrote, or that lack what every release wrote. */
export class UnreadableData extends Error {
  override readonly name = 'UnreadableData';
}

/**
 * JSON that is stored now and read later, maybe by another release: the jobs that wait, the mails
 * that are to be sent. Whoever changes the schema adds to `upgrades` what makes the data of the last
 * version those of the new one; the first of them is for version 1.
 */
export function storedJson<Schema extends z.ZodObject>(
  schema: Schema,
  upgrades: ((data: Raw) => Raw)[] = [],
): StoredJson<z.output<Schema>> {
  const current = upgrades.length + 1;
  return {
    write: (data) => ({ ...data, version: current }),

    read(stored, what) {
      // Before versions were written there was one.
      const { version = 1, ...data } = (stored ?? {}) as Raw;
      if (typeof version !== 'number' || version > current) {
        throw new UnreadableData(
          `The data of ${what} are of version ${version}, and this release reads ${current} and older ones`,
        );
      }
      const upgraded = upgrades
        .slice(version - 1)
        .reduce<Raw>((old, upgrade) => upgrade(old), data);
      const read = schema.safeParse(upgraded);
      if (read.success) return read.data;
      throw new UnreadableData(
        `The data of ${what}, version ${version}, cannot be read:\n${z.prettifyError(read.error)}`,
      );
    },
  };
}
