import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { NIL } from 'uuid';
import type { Env } from '../../env.ts';
import { secretBox } from '../../http/secret-box.ts';
import type { Person } from './access-repository.ts';
import type { DeliveryRow } from './deliveries-repository.ts';
import type { EndpointRow } from './endpoints-repository.ts';
import { type AccessFacts, presentAccess } from './present.ts';
import type { Letter } from './send.ts';

const boxOf = ({ JWT_SECRET }: Env) => secretBox(JWT_SECRET, 'product endpoints');

/** A new secret, as Standard Webhooks writes it. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** A secret as it is kept: whoever reads the database cannot sign with it. */
export const closeSecret = (env: Env, secret: string, endpointId: string): string =>
  boxOf(env).close(Buffer.from(secret), endpointId);

/** The secrets that sign by now. Empty where they were closed under another key. */
function secretsOf(env: Env, { id, secret, previousSecret, previousUntil }: EndpointRow): string[] {
  const isTwo = previousSecret !== null && previousUntil !== null && previousUntil > new Date();
  return [secret, ...(isTwo ? [previousSecret] : [])].flatMap((closed) => {
    const opened = boxOf(env).open(closed, id);
    return opened ? [opened.toString()] : [];
  });
}

/** Nobody, in events that are only a test. */
const nobody: Person = {
  ...{ id: NIL, email: '', firstName: '', lastName: '' },
  ...{ emailVerifiedAt: null, deletedAt: new Date(0) },
};

/**
 * A delivery as it is sent (Standard Webhooks 1.0): the same id each time, signed anew. What somebody is
 * called is what they are called now. Null where no secret can be read.
 */
export function writeLetter(
  env: Env,
  endpoint: EndpointRow,
  { delivery, person }: { delivery: DeliveryRow; person: Person | null },
): Letter | null {
  const secrets = secretsOf(env, endpoint);
  if (secrets.length === 0) return null;
  const { type, createdAt, hasAccess, since, until, reason, version, userId } = delivery;
  const facts: AccessFacts = { hasAccess, since, until, reason, version };
  const data = presentAccess(person ?? { ...nobody, id: userId ?? NIL }, userId ? facts : null);
  const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
  const id = `msg_${delivery.id}`;
  const now = new Date();
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, now, body));
  return {
    url: endpoint.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Fernlea-Health-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    },
  };
}
