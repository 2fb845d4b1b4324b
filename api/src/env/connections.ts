import { parseDatabaseUrl } from './database-url.ts';
import { list } from './list.ts';

type Given = Record<string, string | undefined>;

const isThisMachine = (host: string): boolean =>
  host === '' || /^(localhost|127(\.\d+){3}|\[?::1\]?|\/.*|%2f.*)$/i.test(host);

const ownDatabase = 'say PLAIN_CONNECTIONS=database where the network is your own';
const ownMail = 'say PLAIN_CONNECTIONS=smtp where the network is your own';

/**
 * Connections that others could read, or stand in the middle of: passwords and personal data cross them,
 * so both are for one's own network, when one says so.
 */
export function openConnections(given: Given): string[] {
  const allowed = list(given.PLAIN_CONNECTIONS ?? '');
  return [
    ...(given.NODE_TLS_REJECT_UNAUTHORIZED === '0'
      ? ['NODE_TLS_REJECT_UNAUTHORIZED: must not be 0: nobody’s certificate would be checked']
      : []),
    ...(allowed.includes('database') ? [] : openDatabases(given)),
    ...(allowed.includes('smtp') ? [] : openMail(given.SMTP_URL)),
  ];
}

function openDatabases(given: Given): string[] {
  const names = ['DATABASE_URL', 'DATABASE_READ_URL', 'MIGRATIONS_DATABASE_URL'] as const;
  return names.flatMap((name) => {
    const url = parseDatabaseUrl(given[name] ?? '');
    const protection = url ? protectionOf(url) : 'checked';
    if (protection === 'none') {
      return [`${name}: must be encrypted: add sslmode=verify-full, or ${ownDatabase}`];
    }
    if (protection === 'checked') return [];
    return [`${name}: must check the certificate: add sslmode=verify-full, or ${ownDatabase}`];
  });
}

/** What the driver makes of the address of a database: the last of several parameters counts. */
function protectionOf({ protocol, hostname, searchParams }: URL): 'none' | 'encrypted' | 'checked' {
  const last = (name: string) => searchParams.getAll(name).at(-1) ?? '';
  if (protocol === 'socket:' || isThisMachine(last('host') || hostname)) return 'checked';
  const mode = last('sslmode');
  if (mode) {
    if (mode === 'disable') return 'none';
    // As libpq has them, the others look at no certificate, or not at the name in it.
    const checking = ['verify-full', ...(last('uselibpqcompat') === 'true' ? [] : aliases)];
    return checking.includes(mode) ? 'checked' : 'encrypted';
  }
  const ssl = last('ssl');
  if (ssl === 'no-verify') return 'encrypted';
  if (ssl === 'true' || ssl === '1') return 'checked';
  return ssl === '' && !searchParams.has('ssl') && last('sslnegotiation') === 'direct'
    ? 'checked'
    : 'none';
}

/** What the driver takes for `verify-full`, unless it is told to be as libpq. */
const aliases = ['prefer', 'require', 'verify-ca'];

/** Settings of TLS that leave the check of the certificate as it is. */
const harmless = ['tls.servername', 'tls.ca', 'tls.minVersion', 'tls.maxVersion'];

function openMail(address: string | undefined): string[] {
  const url = URL.parse(address ?? '');
  // The mail library takes the host from the parameters where the address has none.
  if (!url || isThisMachine(url.hostname || (url.searchParams.get('host') ?? ''))) return [];
  const { protocol, searchParams } = url;
  const is = (name: string, value: string) => searchParams.getAll(name).includes(value);
  // `secure` counts for nothing beside the protocol, so it only says what somebody wanted.
  const isPlain =
    is('secure', 'false') ||
    is('ignoreTLS', 'true') ||
    (protocol !== 'smtps:' && !is('requireTLS', 'true'));
  if (isPlain) {
    return [`SMTP_URL: must be encrypted: begin with smtps://, add requireTLS=true, or ${ownMail}`];
  }
  const isChecked = [...searchParams].every(
    ([name, value]) =>
      !name.startsWith('tls.') ||
      harmless.includes(name) ||
      (name === 'tls.rejectUnauthorized' && value === 'true'),
  );
  return isChecked && !searchParams.has('url')
    ? []
    : [`SMTP_URL: must check the certificate: take out what begins with tls., or ${ownMail}`];
}
