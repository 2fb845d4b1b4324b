import { brand } from 'contract/brand';
import type { LoginProduct } from 'contract/product-logins';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import { findActiveAdmins, type UserRow } from './repository.ts';

/** Whether somebody may do what admins do. */
const isAdmin = ({ role, isActive }: UserRow): boolean => role === 'admin' && isActive;

/** Who made somebody an admin: an admin, or whoever may run commands on the server. */
function nameOfGiver(by: UserRow | undefined, adminId: string | null): string {
  if (adminId === null) return 'a command on the server';
  return by ? `${by.firstName} ${by.lastName} (${by.email})` : '';
}

/**
 * Tells all admins of one who has become one, the one who did it and the new one among them: a stolen
 * session could otherwise make itself a way back in.
 */
export async function tellOfAdmin(
  { mails }: Pick<Services, 'mails'>,
  transaction: Db,
  { before, after, adminId }: { before: UserRow | null; after: UserRow; adminId: string | null },
): Promise<void> {
  if (!isAdmin(after) || (before && isAdmin(before))) return;
  const admins = await findActiveAdmins(transaction);
  const by = admins.find(({ id }) => id === adminId);
  const occasion = uuid();
  for (const admin of admins) {
    await mails.queue(transaction, {
      cause: `admin-made:${occasion}:${admin.id}`,
      template: 'admin-made',
      to: admin.email,
      content: {
        firstName: admin.firstName,
        name: `${after.firstName} ${after.lastName}`,
        email: after.email,
        by: nameOfGiver(by, adminId),
      },
    });
  }
}

/** Tells all admins of an endpoint of a product that was switched off. */
export async function tellOfEndpoint(
  { mails }: Services,
  transaction: Db,
  { id, product, url }: { id: string; product: LoginProduct; url: string },
): Promise<void> {
  const occasion = uuid();
  for (const admin of await findActiveAdmins(transaction)) {
    await mails.queue(transaction, {
      cause: `endpoint-off:${id}:${occasion}:${admin.id}`,
      template: 'endpoint-off',
      to: admin.email,
      content: { firstName: admin.firstName, product: brand.products[product].name, url },
    });
  }
}

/** Tells of another e-mail, both there and at the one before. */
export async function tellOfEmail(
  { mails }: Services,
  transaction: Db,
  { before, after }: { before: UserRow; after: UserRow },
): Promise<void> {
  const occasion = uuid();
  for (const { email, isNew } of [
    { email: before.email, isNew: false },
    { email: after.email, isNew: true },
  ]) {
    await mails.queue(transaction, {
      cause: `email-changed:${occasion}:${isNew ? 'new' : 'before'}`,
      template: 'email-changed',
      to: email,
      content: { firstName: after.firstName, isNew, isStaying: false, occasion: null },
    });
  }
}
