import { createHash } from 'node:crypto';
import { promised } from 'contract/promised';
import { v7 as uuid } from 'uuid';
import { type Signed, signed } from '../../http/signed.ts';
import type { UserRow } from './repository.ts';

/** A browser, and by `tagOf` those who have signed in from it, the last one first. */
export interface Device {
  id: string;
  known: string[];
}

/** Whom a device may be known to: until they have another password. */
export type DeviceOwner = Pick<UserRow, 'id' | 'deviceGeneration'>;

/**
 * Marks of the browsers that somebody has signed in from. A mark opens nothing: tries with one are
 * counted by themselves, so that what strangers try elsewhere does not keep the owner out.
 */
export interface Devices {
  /** What a mark says; null without one, or where it is forged or too old. */
  read(mark: string | undefined): Device | null;
  /**
   * The id of a device that the user has signed in from with the password of now; null for any other, or
   * without a mark.
   */
  knownTo(user: DeviceOwner, mark: string | undefined): string | null;
  /** The mark of the device after a sign-in from it; without a mark before, of a new one. */
  markFor(user: DeviceOwner, mark: string | undefined): string;
}

const lifetimeMs = promised.knownDeviceDays * 86_400_000;
/** A computer of a ward has many users; a mark stays within what a body may hold. */
const mostUsers = 100;

/** A user's name in a mark, short enough for many; `begin_login` makes the same. */
const tagLength = 12;
const tagOf = ({ id, deviceGeneration }: DeviceOwner): string =>
  createHash('sha256').update(`${id} ${deviceGeneration}`).digest('base64').slice(0, tagLength);

/**
 * By what log-ins of somebody are counted: those on devices that they know apart, and by another password anew, for
 * whoever else has the one before is not to keep them out.
 */
export const logInsOf = ({ id, deviceGeneration }: DeviceOwner, isKnown: boolean): string =>
  `${id} ${deviceGeneration}${isKnown ? ' known' : ''}`;

/**
 * A mark as it is written. `users` are the ids that the release before wrote, and would ask the database
 * for: for those that it reads there are none.
 */
interface Mark {
  id: string;
  users: string[];
  known?: string[];
}

/** Reads and writes the marks of devices. `secret` is base64url. */
export function createDevices(secret: string): Devices {
  const marks: Signed<Mark> = signed(secret, 'device', lifetimeMs);

  function read(mark: string | undefined): Device | null {
    const content = mark === undefined ? null : marks.read(mark);
    if (!content) return null;
    const {
      id,
      users,
      known = users.map((user) => tagOf({ id: user, deviceGeneration: 0 })),
    } = content;
    return { id, known };
  }

  return {
    read,

    knownTo(user, mark) {
      const device = read(mark);
      return device?.known.includes(tagOf(user)) ? device.id : null;
    },

    markFor(user, mark) {
      const { id, known } = read(mark) ?? { id: uuid(), known: [] };
      const tag = tagOf(user);
      const others = known.filter((other) => other !== tag).slice(0, mostUsers - 1);
      return marks.write({ id, users: [], known: [tag, ...others] });
    },
  };
}
