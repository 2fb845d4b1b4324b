import { z } from 'zod';

const example = 'postgres://user:password@host:5432/name';

/** What is wrong with the address of a database; nothing when it can be used. */
function faultOf(text: string): string | undefined {
  const [, host = ''] = /^postgres(?:ql)?:\/\/(?:[^/?]*@)?([^/?]*)/.exec(text) ?? [];
  const url = parseDatabaseUrl(text);
  if (host.includes(',') || url?.searchParams.getAll('host').some((one) => one.includes(','))) {
    return 'must name one host: that of the primary, or of a proxy or address that always leads to it';
  }
  if (url && /^(postgres(ql)?|socket):$/.test(url.protocol)) return undefined;
  return `must be an address such as ${example}, with %40 for an @ in the password, %2F for a / and so on`;
}

/** The address as the driver reads it: without a host it is the system's own socket. */
export function parseDatabaseUrl(text: string): URL | null {
  return URL.parse(text) ?? URL.parse(text.replace('@/', '@localhost/'));
}

/** The address of a PostgreSQL. */
export const databaseUrl = z.string().superRefine((text, context) => {
  const message = faultOf(text);
  if (message) context.addIssue({ code: 'custom', message });
});
