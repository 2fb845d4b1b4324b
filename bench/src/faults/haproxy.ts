import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startChild } from '../lib/child.ts';
import { needed } from './programs.ts';

/** Starts haproxy with these sections; resolves when it takes connections at `port`. */
export async function startHaproxy(port: number, sections: string) {
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `global
  maxconn 6000
defaults
  timeout connect 2s
  timeout client 90s
  timeout server 90s
  timeout check 1s
${sections}`,
  );
  const child = startChild(needed('haproxy'), ['-db', '-f', file]);
  for (let tries = 0; !(await isOpen(port)); tries += 1) {
    if (tries > 100) throw new Error('haproxy did not start');
    await setTimeout(50);
  }
  return {
    close() {
      void child.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1')
    .on('connect', () => resolve(true))
    .on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/** A frontend that spreads requests over processes that are ready; what breaks off breaks off for the caller. */
export function balancing(port: number, ports: number[]): string {
  const servers = ports.map((one) => `  server p${one} 127.0.0.1:${one}`);
  return `listen product
  mode http
  bind 127.0.0.1:${port}
  option httpchk GET /readyz
  http-check expect status 200
  option redispatch 1
  retries 3
  http-reuse never
  http-error status 503 content-type "application/json" string '{"success":false}' hdr retry-after 1
  errorfile 502 /dev/null
  errorfile 504 /dev/null
  default-server check inter 250ms fastinter 250ms downinter 250ms fall 1 rise 1
${servers.join('\n')}
`;
}
