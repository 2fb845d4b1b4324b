import { expect, it } from 'vitest';
import { lacksFactor, needsFactor } from './needed-factor.ts';

type Case = [
  NODE_ENV: 'production' | 'development' | 'test',
  ofAdmins: 'true' | 'false' | undefined,
  ofAll: boolean,
  needed: { admin: boolean; user: boolean },
];

const both = { admin: true, user: true };
const admins = { admin: true, user: false };
const nobody = { admin: false, user: false };

const table: Case[] = [
  ['production', undefined, false, admins],
  ['production', 'true', false, admins],
  ['production', 'false', false, nobody],
  ['production', undefined, true, both],
  ['production', 'false', true, both],
  ['development', undefined, false, nobody],
  ['development', 'true', false, admins],
  ['development', 'false', false, nobody],
  ['development', undefined, true, both],
  ['test', undefined, false, nobody],
  ['test', 'true', false, admins],
  ['test', 'true', true, both],
];

it.each(table)(
  'in %s, with %s for admins and %s for all, it is asked of %o, and of nobody whom all know',
  (NODE_ENV, REQUIRE_ADMIN_SECOND_FACTOR, REQUIRE_SECOND_FACTOR, needed) => {
    const settings = { NODE_ENV, REQUIRE_ADMIN_SECOND_FACTOR, REQUIRE_SECOND_FACTOR };
    for (const role of ['admin', 'user'] as const) {
      const person = { role, isDemo: false };
      expect(needsFactor(settings, person)).toBe(needed[role]);
      expect(lacksFactor(settings, { ...person, hasFactor: false })).toBe(needed[role]);
      expect(lacksFactor(settings, { ...person, hasFactor: true })).toBe(false);
      expect(needsFactor(settings, { ...person, isDemo: true })).toBe(false);
    }
  },
);
