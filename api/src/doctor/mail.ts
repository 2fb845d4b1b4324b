import { resolveTxt } from 'node:dns/promises';
import type { Env } from '../env.ts';
import { bad, type Finding, good, look, lookAt, reasonOf } from './finding.ts';

export type ResolveTxt = (name: string) => Promise<string[][]>;

/** Names under which providers publish keys; `DKIM_SELECTOR` says another. */
const usualSelectors = [
  'default',
  'mail',
  'dkim',
  'google',
  's1',
  's2',
  'k1',
  'k2',
  'selector1',
  'selector2',
];
/** What nobody can own (RFC 2606 and 6761). */
const reserved = /(^|\.)(example|test|invalid|localhost|local)$|(^|\.)example\.(com|net|org)$/;

/** Whether mails would leave, and arrive. */
export async function lookAtMail(
  { SMTP_URL, MAIL_FROM }: Env,
  selector: string | undefined,
  resolve: ResolveTxt = resolveTxt,
): Promise<Finding[]> {
  const todo =
    'Are host, port, user and password in SMTP_URL right, and may this machine reach it?';
  const server = lookAt('The mail server', todo, async () => {
    const { createTransport } = await import('nodemailer');
    const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };
    const transport = createTransport({ url: SMTP_URL, ...timeouts });
    await transport.verify().finally(() => transport.close());
    return [good('The mail server greets us, and lets us in.')];
  });
  const domain = /@([^>\s]+)/.exec(MAIL_FROM)?.[1]?.toLowerCase() ?? '';
  if (reserved.test(domain)) {
    const own = 'Set MAIL_FROM to an address of a domain of your own.';
    return [...(await server), look(`Mails come from ${domain}, which is nobody's.`, own)];
  }
  return [...(await server), ...(await lookAtRecords(domain, selector, resolve))];
}

/** A domain and those above it, the nearest first: one without a policy has that of the next that has one (RFC 7489, 6.6.3). */
function domainsAbove(domain: string): string[] {
  const parts = domain.split('.');
  return parts.map((_, at) => parts.slice(at).join('.')).slice(0, -1);
}

/** Whether the domain says who may send in its name: without that mails are taken for spam. */
async function lookAtRecords(
  domain: string,
  selector: string | undefined,
  resolve: ResolveTxt,
): Promise<Finding[]> {
  const records = async (name: string): Promise<string[]> => {
    try {
      return (await resolve(name)).map((parts) => parts.join(''));
    } catch (error) {
      if (['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '')) return [];
      throw error;
    }
  };
  try {
    const selectors = selector ? [selector] : usualSelectors;
    const above = domainsAbove(domain);
    const [ofDomain, policies, keys] = await Promise.all([
      records(domain),
      Promise.all(above.map((one) => records(`_dmarc.${one}`))),
      Promise.all(selectors.map((one) => records(`${one}._domainkey.${domain}`))),
    ]);
    const senders = ofDomain.filter((text) => /^v=spf1\b/i.test(text));
    const hasKey = keys.flat().some((text) => /\bp=[A-Za-z0-9+/]/.test(text));
    const policyOf = above.find((_, at) => policies[at]?.some((text) => /^v=DMARC1\b/i.test(text)));
    return [
      senders.length === 1
        ? good(`SPF of ${domain}: ${senders[0]}`)
        : bad(
            `${domain} has ${senders.length} SPF records.`,
            `One TXT record at ${domain}, as 'v=spf1 include:<your mail provider> -all'.`,
          ),
      hasKey
        ? good(`${domain} has a DKIM key.`)
        : look(
            `No DKIM key of ${domain} at ${selectors.join(', ')}.`,
            'Set the record that your mail provider names; DKIM_SELECTOR tells where it is, if elsewhere.',
          ),
      policyOf
        ? good(`${domain} has ${policyOf === domain ? 'a' : `${policyOf}'s`} DMARC record.`)
        : bad(
            `${domain} has no DMARC record.`,
            `A TXT record at _dmarc.${domain}, as 'v=DMARC1; p=quarantine; rua=mailto:<you>'.`,
          ),
    ];
  } catch (error) {
    return [
      look(
        `The records of ${domain} cannot be asked for: ${reasonOf(error)}`,
        'Ask from a machine with DNS.',
      ),
    ];
  }
}
