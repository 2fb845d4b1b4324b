import { findProduct, planName, productName, products } from 'contract/catalogue';
import type { loginProduct } from 'contract/product-logins';
import { SignJWT } from 'jose';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { Conflict } from '../../../http/errors.ts';
import type { Services } from '../../../services.ts';
import { findAccount } from '../../accounts/service.ts';
import { auditRepeatable } from '../../audit/service.ts';
import { findSubscriptionsOfUser, type SubscriptionRow } from '../subscriptions/repository.ts';
import type { LoginKeys } from './keys.ts';

type LoginProduct = z.output<typeof loginProduct>;

/**
 * The address of a product's sign-in page for somebody who holds it now, with a token for that
 * product alone, good for five minutes. Throws Conflict without access.
 */
export async function openProduct(
  services: Services,
  keys: LoginKeys,
  { userId, product, address }: { userId: string; product: LoginProduct; address: string },
): Promise<string> {
  const { db, env } = services;
  const held = (await findSubscriptionsOfUser(db, userId)).find(
    (row) => row.hasAccess && findProduct(row.productId)?.includes.includes(product),
  );
  const page = signInPage(product);
  if (!held) {
    throw new Conflict(
      `You do not hold ${page.name} at the moment. Choose a plan to use it again.`,
    );
  }
  await auditRepeatable(services, {
    action: 'product.opened',
    actorId: userId,
    target: product,
    address,
  });
  const url = new URL(page.url);
  if (env.PRODUCT_LOGIN_TOKENS.includes(product)) {
    url.searchParams.set(
      'token',
      await sign(services, keys, { userId, product, held, audience: url.origin }),
    );
  }
  return url.href;
}

async function sign(
  services: Services,
  { signing }: LoginKeys,
  login: { userId: string; product: LoginProduct; held: SubscriptionRow; audience: string },
): Promise<string> {
  const { email, firstName, lastName } = await findAccount(services, login.userId);
  const { held } = login;
  const claims = {
    email,
    given_name: firstName,
    family_name: lastName,
    product: login.product,
    subscription: {
      id: held.id,
      name: productName(held.productId),
      plan: planName(held.planId),
      status: held.status,
      access_until: (held.endsAt ?? held.periodEnd)?.toISOString() ?? null,
    },
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: signing.kid })
    .setIssuer(services.env.APP_URL)
    .setAudience(login.audience)
    .setSubject(login.userId)
    .setJti(uuid())
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(signing.key);
}

/** Only an address of the catalogue is ever led to. */
function signInPage(product: LoginProduct): { name: string; url: string } {
  const page = products.flatMap((one) => one.loginLinks).find((link) => link.product === product);
  if (!page) throw new Error(`${product} has no sign-in page`);
  return page;
}
