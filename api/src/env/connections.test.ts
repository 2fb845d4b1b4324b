import pg from 'pg';
import { expect, it } from 'vitest';
import { openConnections } from './connections.ts';

const parameters = {
  sslmode: ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify', ''],
  ssl: ['true', '1', 'false', '0', 'no-verify', ''],
  uselibpqcompat: ['true', 'false'],
  sslnegotiation: ['direct', 'postgres'],
};

/** Every address that these parameters make, each of them being there or not. */
const addresses = Object.entries(parameters)
  .reduce<string[]>(
    (made, [name, values]) =>
      made.flatMap((query) => [query, ...values.map((value) => `${query}&${name}=${value}`)]),
    [''],
  )
  .map((query) => `postgres://database.example/product?${query.slice(1)}`);

/** What the driver itself makes of an address; nothing where it refuses it. */
function readByDriver(address: string) {
  try {
    const { ssl } = new pg.Client({ connectionString: address }) as unknown as { ssl: unknown };
    if (!ssl) return 'none';
    const { rejectUnauthorized, checkServerIdentity } = ssl as Record<string, unknown>;
    return rejectUnauthorized === false || checkServerIdentity ? 'encrypted' : 'checked';
  } catch {
    return undefined;
  }
}

it('what production takes for a checked database is one by the driver, however it is written', () => {
  const taken = addresses.filter(
    (address) => openConnections({ DATABASE_URL: address }).length === 0,
  );
  const read = taken.map((address) => [address, readByDriver(address)]);
  expect(taken.length).toBeGreaterThan(50);
  expect(read.filter(([, made]) => made !== 'checked' && made !== undefined)).toEqual([]);
});

it('and what the driver checks no certificate of is refused, and says so', () => {
  const encrypted = addresses.filter((address) => readByDriver(address) === 'encrypted');
  const faults = encrypted.map((address) => openConnections({ DATABASE_READ_URL: address }));
  expect(encrypted.length).toBeGreaterThan(50);
  for (const fault of faults) {
    expect(fault).toEqual([
      expect.stringMatching(/^DATABASE_READ_URL: must check the certificate/),
    ]);
  }
});
