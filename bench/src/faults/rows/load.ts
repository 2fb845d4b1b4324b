import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import { createClient } from '../../../../api/src/testing/client.ts';
import { startChild } from '../../lib/child.ts';
import type { Ledger } from '../lives.ts';
import { pathOf } from '../programs.ts';
import type { StagedRow } from '../row.ts';
import { password, type Stage } from '../stage.ts';
import type { Times } from './times.ts';

/** Callers who are slow, too many, or try passwords. */
export function loadRows(times: Times): StagedRow[] {
  return [
    { name: 'slow clients', run: (stage) => slowClients(stage, times(1_000, 200), times(20, 5)) },
    {
      name: 'overload',
      needsMachine: true,
      run: (stage, wrong) => overload(stage, wrong, { count: times(3, 1), seconds: times(10, 4) }),
    },
    {
      name: 'flood of sign-ins',
      needsMachine: true,
      run: (stage, wrong, ledger) => flood(stage, wrong, { ledger, seconds: times(15, 4) }),
    },
  ];
}

/** Connections that send a little at a time, straight to the processes: by slowhttptest, where there is one. */
async function slowClients({ ports }: Stage, count: number, seconds: number): Promise<string> {
  const each = Math.ceil(count / ports.length);
  const program = pathOf('slowhttptest');
  if (!program) {
    await drip(ports, count, seconds);
    return `${count} connections that send a byte a second, for ${seconds} s`;
  }
  // Slow headers at one, slow bodies at the next, slow readers at the last.
  const kinds = [
    ['-H', '-i', '1'],
    ['-B', '-i', '1'],
    ['-X', '-w', '10', '-y', '20', '-n', '1'],
  ];
  const children = ports.map((port, n) => {
    const url = `http://127.0.0.1:${port}${n === 2 ? '/api/plans' : '/api/login'}`;
    const common = ['-c', String(each), '-r', String(each), '-l', String(seconds), '-u', url];
    return startChild(program, [...(kinds[n] ?? []), ...common]);
  });
  await setTimeout(seconds * 1_000);
  await Promise.all(children.map((child) => child.end('SIGKILL')));
  return `slowhttptest for ${seconds} s: ${each} connections each with slow headers, slow bodies and slow reading`;
}

async function drip(ports: number[], count: number, seconds: number): Promise<void> {
  const sockets = Array.from({ length: count }, (_, n) => {
    const socket = connect(ports[n % ports.length] as number, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
    );
    return socket;
  });
  for (let second = 0; second < seconds; second += 1) {
    for (const socket of sockets) if (!socket.destroyed) socket.write(' ');
    await setTimeout(1_000);
  }
  for (const socket of sockets) socket.destroy();
}

/** Far more than can be done: what is done has to stay above 0.7 of that, the rest is refused with 503. */
async function overload(
  { balancer }: Stage,
  wrong: string[],
  { count, seconds }: { count: number; seconds: number },
): Promise<string> {
  const client = createClient(balancer.url);
  const email = 'over.load@faults.test';
  const person = { email, password, first_name: 'Ola', last_name: 'Load', role: 'user' };
  await client.post('/register', person);
  const { token } = await client.logIn(email, password);
  const load = (connections: number) =>
    autocannon({
      url: `${balancer.url}/api/user/subscriptions`,
      connections,
      duration: seconds,
      timeout: 30,
      workers: 1,
      headers: { authorization: `Bearer ${token}` },
    });
  const goodput = (result: autocannon.Result) => result['2xx'] / result.duration;
  const ratios: number[] = [];
  let [usual, best] = [0, 0];
  for (let n = 0; n < count; n += 1) {
    const before = await load(60);
    const over = await load(2_000);
    usual = goodput(before);
    best = goodput(over);
    ratios.push(best / usual);
    const others = over['5xx'] - (over.statusCodeStats?.['503']?.count ?? 0);
    if (others > 0) wrong.push(`${others} answers of 5xx other than 503`);
    const began = performance.now();
    while (
      (
        await client
          .withToken(token)
          .get('/user/subscriptions')
          .catch(() => null)
      )?.status !== 200
    ) {
      await setTimeout(100);
    }
    const recovery = (performance.now() - began) / 1_000;
    if (recovery > 10) wrong.push(`${recovery.toFixed(0)} s until the next answer`);
  }
  const least = Math.min(...ratios);
  if (least < 0.7) wrong.push(`goodput fell to ${least.toFixed(2)} of capacity`);
  const each = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
  return `${count} times 2,000 callers at once for ${seconds} s: at last ${best.toFixed(0)} served a second, of ${usual.toFixed(0)} with 60 (${each})`;
}

/** Passwords tried on accounts that there are not, sixty at a time, while people sign in. */
async function flood(
  { balancer }: Stage,
  wrong: string[],
  { ledger, seconds }: { ledger: Ledger; seconds: number },
): Promise<string> {
  const before = ledger.acknowledged;
  const body = JSON.stringify({ email: 'nobody.here@faults.test', password: 'Not-Theirs-4711' });
  const result = await autocannon({
    url: `${balancer.url}/api/login`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    connections: 60,
    duration: seconds,
    timeout: 30,
    workers: 1,
  });
  const codes = Object.entries(result.statusCodeStats ?? {}).map(
    ([code, { count }]) => `${count} × ${code}`,
  );
  const others = result['5xx'] - (result.statusCodeStats?.['503']?.count ?? 0);
  if (others > 0) wrong.push(`${others} answers of 5xx other than 503`);
  if (ledger.acknowledged === before) wrong.push('nobody else was served meanwhile');
  return `60 at a time try passwords for ${seconds} s: ${codes.join(', ')}; ${ledger.acknowledged - before} requests of others done meanwhile`;
}
