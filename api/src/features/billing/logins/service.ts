import { findProduct, planName, productName, products } from 'contract/catalogue';
import * as messages from 'contract/messages';
import type { LoginProduct } from 'contract/product-logins';
import { SignJWT } from 'jose';
import { v7 as uuid } from 'uuid';
import type { Env } from '../../../env.ts';
import { Conflict } from '../../../http/errors.ts';
import type { Services } from '../../../services.ts';
import { mayOpenProducts } from '../../accounts/may-open-products.ts';
import { findAccount } from '../../accounts/service.ts';
import { auditRepeatable } from '../../audit/service.ts';
import { accessTo } from '../../products/access.ts';
import { type AccessFacts, isEmailVerified } from '../../products/present.ts';
import { findSubscriptionsOfUser, type SubscriptionRow } from '../subscriptions/repository.ts';
import type { LoginKeys } from './keys.ts';

type Account = Awaited<ReturnType<typeof findAccount>>;

/**
 * The address of a product's sign-in page for somebody who holds it now, with a token for that
 * product alone, good for five minutes. Throws Conflict without access, and before the
 * e-mail is confirmed.
 */
export async function openProduct(
  services: Services,
  keys: LoginKeys,
  { userId, product, address }: { userId: string; product: LoginProduct; address: string },
): Promise<string> {
  const { db, env } = services;
  const [access, subscriptions] = await Promise.all([
    accessTo(db, userId, product),
    findSubscriptionsOfUser(db, userId),
  ]);
  const held = subscriptions.find(
    (row) => row.hasAccess && findProduct(row.productId)?.includes.includes(product),
  );
  const page = signInPage(env, product);
  if (!access?.hasAccess || !held) {
    throw new Conflict(
      `You do not hold ${page.name} at the moment. Choose a plan to use it again.`,
    );
  }
  const account = await findAccount(services, userId);
  if (!mayOpenProducts(account)) throw new Conflict(messages.verifyFirst);
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
      await sign(services, keys, { account, product, access, held, audience: url.origin }),
    );
  }
  return url.href;
}

async function sign(
  services: Services,
  { signing }: LoginKeys,
  login: {
    account: Account;
    product: LoginProduct;
    access: AccessFacts;
    held: SubscriptionRow;
    audience: string;
  },
): Promise<string> {
  const { account, access, held } = login;
  const { id, email, firstName, lastName } = account;
  const claims = {
    email,
    email_verified: isEmailVerified(account),
    given_name: firstName,
    family_name: lastName,
    product: login.product,
    access: {
      since: access.since?.toISOString() ?? null,
      until: access.until?.toISOString() ?? null,
      reason: access.reason,
      version: access.version,
    },
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
    .setSubject(id)
    .setJti(uuid())
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(signing.key);
}

/** Only an address of the catalogue, or of the settings, is ever led to. */
function signInPage(env: Env, product: LoginProduct): { name: string; url: string } {
  const page = products.flatMap((one) => one.loginLinks).find((link) => link.product === product);
  if (!page) throw new Error(`${product} has no sign-in page`);
  const site = env.PRODUCT_SITES.get(product);
  return site ? { ...page, url: `${site}/login` } : page;
}
