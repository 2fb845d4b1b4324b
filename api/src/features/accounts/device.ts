import { promised } from 'contract/promised';
import { v7 as uuid } from 'uuid';
import { type Signed, signed } from '../../http/signed.ts';

/** A browser, and the users who have signed in from it, the last one first. */
export interface Device {
  id: string;
  users: string[];
}

/**
 * Marks of the browsers that somebody has signed in from. A mark opens nothing: tries with one are
 * counted by themselves, so that what strangers try elsewhere does not keep the owner out.
 */
export interface Devices {
  /** What a mark says; null without one, or where it is forged or too old. */
  read(mark: string | undefined): Device | null;
  /** The id of a device that the user has signed in from; null for any other, or without a mark. */
  knownTo(userId: string, mark: string | undefined): string | null;
  /** The mark of the device after a sign-in from it; without a mark before, of a new one. */
  markFor(userId: string, mark: string | undefined): string;
}

const lifetimeMs = promised.knownDeviceDays * 86_400_000;
/** A computer of a ward has many users; a mark stays within what a body may hold. */
const mostUsers = 20;

/** Reads and writes the marks of devices. `secret` is base64url. */
export function createDevices(secret: string): Devices {
  const marks: Signed<Device> = signed(secret, 'device', lifetimeMs);
  const read = (mark: string | undefined) => (mark === undefined ? null : marks.read(mark));

  return {
    read,

    knownTo(userId, mark) {
      const device = read(mark);
      return device?.users.includes(userId) ? device.id : null;
    },

    markFor(userId, mark) {
      const { id, users } = read(mark) ?? { id: uuid(), users: [] };
      const others = users.filter((user) => user !== userId).slice(0, mostUsers - 1);
      return marks.write({ id, users: [userId, ...others] });
    },
  };
}
