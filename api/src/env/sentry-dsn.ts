import { z } from 'zod';

/** Where errors are sent, and as whom. */
export interface Dsn {
  /** The address that takes envelopes. */
  address: string;
  publicKey: string;
}

/** `https://<public key>@<host>/<project>`, as trackers of errors give it out. */
function readDsn(text: string): Dsn | null {
  const url = URL.parse(text);
  const [, path, project] = /^(.*)\/(\w+)$/.exec(url?.pathname ?? '') ?? [];
  if (!url || !/^https?:$/.test(url.protocol) || !url.username || !project) return null;
  return {
    address: `${url.origin}${path}/api/${project}/envelope/`,
    publicKey: decodeURIComponent(url.username),
  };
}

/** The address of a tracker of errors. */
export const sentryDsn = z.string().transform((text, context) => {
  const dsn = readDsn(text);
  if (dsn) return dsn;
  context.addIssue({ code: 'custom', message: 'must be as https://key@errors.example/1' });
  return z.NEVER;
});
