import { deepStrictEqual as same } from 'node:assert/strict';
import type { AccessView } from 'contract/product-access';
import type { LoginProduct } from 'contract/product-logins';
import { eq } from 'drizzle-orm';
import { productDeliveries } from '../../db/schema.ts';
import type { AccessRow, Person } from '../../features/products/access-repository.ts';
import type { DeliveryRow } from '../../features/products/deliveries-repository.ts';
import type { EndpointRow } from '../../features/products/endpoints-repository.ts';
import { writeLetter } from '../../features/products/message.ts';
import { presentAccess } from '../../features/products/present.ts';
import { randomOf } from '../random.ts';
import type { Life } from './life.ts';
import type { World } from './world.ts';

/**
 * What the products were told makes their copies ours, in whatever order it comes and how often; each
 * version was told once, as what it is.
 * @param rows our own, by product
 */
export async function checkTold(
  { world, customer }: Life,
  person: Person,
  rows: Map<LoginProduct, AccessRow>,
): Promise<void> {
  const all = await world.database.db
    .select()
    .from(productDeliveries)
    .where(eq(productDeliveries.userId, customer.id));
  for (const endpoint of world.endpoints) {
    const row = rows.get(endpoint.product);
    const theirs = all
      .filter(({ endpointId }) => endpointId === endpoint.id)
      .toSorted((a, b) => a.version - b.version);
    const versions = Array.from({ length: row?.version ?? theirs.length }, (_, n) => n + 1);
    same(
      theirs.map(({ version }) => version),
      versions,
      'each version is told once',
    );
    checkTypes(theirs);
    const copy = receive(world, endpoint, { theirs, person });
    // Once a deleted customer's subscriptions are cleared away, so is the row.
    if (row) same(copy, presentAccess(person, row), `the copy of ${endpoint.product}`);
    else same(copy?.has_access ?? false, false, 'a copy of what is cleared away');
  }
}

function checkTypes(theirs: DeliveryRow[]): void {
  theirs.forEach(({ type, hasAccess, reason }, n) => {
    const had = theirs[n - 1]?.hasAccess ?? false;
    const flips = hasAccess ? 'access.granted' : 'access.revoked';
    const stays = had === hasAccess && n > 0 ? ['access.changed', 'user.updated'] : [];
    const may = had === hasAccess ? [...stays, ...(n === 0 ? ['access.changed'] : [])] : [flips];
    const expected = reason === 'deleted' ? ['user.deleted'] : may;
    same(expected.includes(type), true, `${type} in place of ${expected.join(' or ')}`);
  });
}

/** A receiver's copy, to which everything came in any order, some of it more than once. */
function receive(
  { env }: World,
  endpoint: EndpointRow,
  { theirs, person }: { theirs: DeliveryRow[]; person: Person },
): AccessView | undefined {
  const random = randomOf(theirs.length);
  // What was lost is sent again, and so comes late.
  const doubled = theirs.filter(() => random(3) === 0);
  let copy: AccessView | undefined;
  for (const delivery of shuffle([...theirs, ...doubled], random)) {
    const letter = writeLetter(env, endpoint, { delivery, person });
    if (!letter) throw new Error(`${endpoint.product} has no secret`);
    const { data } = JSON.parse(letter.body) as { data: AccessView };
    if (!copy || copy.version < data.version) copy = data;
  }
  return copy;
}

function shuffle<T>(list: T[], random: (n: number) => number): T[] {
  const left = [...list];
  return list.flatMap(() => left.splice(random(left.length), 1));
}
