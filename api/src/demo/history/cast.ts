import { createHash } from 'node:crypto';
import { v5 as uuid } from 'uuid';
import type { Act } from './stories.ts';

/** Somebody who was never there: the names are made up, and no mail reaches the addresses. */
export interface Person {
  /** Follows from the e-mail, so that whoever was there once is known for ever, even deleted. */
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Where they sign in from: one of the networks that are kept for examples. */
  address: string;
}

/** A person with what there is to tell, and how many days ago it began. */
export interface Life {
  person: Person;
  joined: number;
  acts: Act[];
  /** Who made the account: they themselves unless said. */
  madeBy?: 'an admin' | 'command line';
}

const namespace = '0198c000-0000-7000-8000-0000000000de';
const practices = [
  'northmoor-eyes.example',
  'harbour-clinic.example',
  'st-aldhelm.example',
  'calder-vision.example',
  'westbrook-health.example',
  'fenland-eye.example',
  'kingsmere-surgery.example',
];
const networks = ['192.0.2', '198.51.100', '203.0.113'];

/** A life of somebody called so. */
export function life(name: string, joined: number, ...acts: (Act | Act[])[]): Life {
  const [firstName = '', ...rest] = name.split(' ');
  const plain = name.normalize('NFD').replaceAll(/[^A-Za-z ]/g, '');
  const local = plain.toLowerCase().replaceAll(' ', '.');
  const email = `${local}@${practices[Math.floor(chance(name, 'practice') * practices.length)]}`;
  const person = personOf(email, { firstName, lastName: rest.join(' ') });
  return { person, joined, acts: acts.flat() };
}

/** A life that began with an account made by an admin. */
export function invited(...told: Parameters<typeof life>): Life {
  return { ...life(...told), madeBy: 'an admin' };
}

/** A person with what follows from the e-mail. */
export function personOf(email: string, name: { firstName: string; lastName: string }): Person {
  const network = networks[Math.floor(chance(email, 'network') * networks.length)];
  const host = 1 + Math.floor(chance(email, 'host') * 254);
  return { id: uuid(email, namespace), email, ...name, address: `${network}.${host}` };
}

/** A number from 0 to 1 that is drawn once for all: the same for the same person and question. */
export function chance(who: string, question: string): number {
  return createHash('sha256').update(`${who} ${question}`).digest().readUInt32BE() / 2 ** 32;
}
