import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mayLoop } from './endpoints.ts';
import { guardedLookup, readAddress, refuseLiteral } from './public-address.ts';
import { post } from './send.ts';

const inward = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0.0.0.0', '10.1.2.3', '172.16.0.9'],
  ...['192.168.1.1', '169.254.169.254', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...['[::1]', '[::]', '[fe80::1]', '[fc00::1]', '[ff02::1]', '[::ffff:127.0.0.1]'],
  ...['[::ffff:10.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', 'localhost'],
  ...['0177.0.0.1', '0xa000001', '127.0.0.1.', '１２７.0.0.1', '[::127.0.0.1]', '[::ffff:0:a00:1]'],
  ...['[fec0::1]', '[64:ff9b:1::a00:1]', '[2001::a00:1]', '[4000::1]', '192.0.0.1', '240.0.0.1'],
];

it.each(inward)('in production nothing is sent to %s', async (host) => {
  await expect(readAddress(`https://${host}/`, false)).rejects.toThrow('public internet');
});

it('in production only https', async () => {
  await expect(readAddress('http://8.8.8.8/', false)).rejects.toThrow('begin with https://');
  expect(await readAddress('https://8.8.8.8/hooks?a=1', false)).toBe('https://8.8.8.8/hooks?a=1');
  expect(await readAddress('https://[2606:4700::1]/', false)).toBe('https://[2606:4700::1]/');
});

it('outside it this machine too, and nothing else inside', async () => {
  expect(await readAddress('http://localhost:3100/hooks', true)).toContain('localhost:3100');
  expect(await readAddress('http://127.0.0.1:3100/', true)).toContain('127.0.0.1');
  await expect(readAddress('https://10.0.0.1/', true)).rejects.toThrow('public internet');
  await expect(readAddress('http://169.254.169.254/', true)).rejects.toThrow('public internet');
});

it('is let in outside of production alone', () => {
  const inMode = (NODE_ENV: string) => mayLoop({ env: { NODE_ENV } } as never);
  expect(['production', 'development', 'test'].map(inMode)).toEqual([false, true, true]);
});

it('a name that leads nowhere by now may be named', async () => {
  const url = 'https://nowhere.invalid/hooks';
  expect(await readAddress(url, false)).toBe(url);
});

/** Looks a name up as a connection does, where it is answered so. */
function look(addresses: string[], mayLoop = false, all = true) {
  const resolve = async () => addresses.map((address) => ({ address, family: 4 }));
  const lookup = guardedLookup(new URL('https://hooks.example/'), mayLoop, resolve);
  return new Promise((done, fail) => {
    lookup('hooks.example', { all }, (error, found) => (error ? fail(error) : done(found)));
  });
}

it('a name that has come to lead inward is refused when it is connected to', async () => {
  expect(await look(['8.8.8.8'])).toEqual([{ address: '8.8.8.8', family: 4 }]);
  expect(await look(['8.8.8.8'], false, false)).toBe('8.8.8.8');
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['169.254.169.254']]) {
    await expect(look(addresses), `${addresses}`).rejects.toThrow('public internet');
  }
  await expect(look(['127.0.0.1'], true)).resolves.toBeDefined();
});

it('says why nothing was sent, by name and by number', async () => {
  for (const url of ['https://localhost:9/', 'https://127.0.0.1:9/', 'https://[::1]:9/']) {
    const { isDelivered, status, words } = await post(
      { url, headers: {}, body: '{}' },
      { timeoutMs: 1_000, mayLoop: false },
    );
    expect([url, isDelivered, status]).toEqual([url, false, null]);
    expect(words).toMatch(/^Nothing was sent: \S+ is not on the public internet$/);
  }
  expect(() => refuseLiteral(new URL('https://hooks.example/'), false)).not.toThrow();
});

it('looks names up in none of the threads that our process has for everything else', async () => {
  const letters = Array.from({ length: 24 }, (_, n) =>
    post(
      { url: `https://nowhere-${n % 8}.invalid/`, headers: {}, body: '{}' },
      { timeoutMs: 10_000, mayLoop: false },
    ),
  );
  const words = new Set<string>();
  const all = letters.map((letter) => letter.then((answer) => words.add(answer.words)));
  const kinds = new Set<string>();
  while (words.size === 0) {
    for (const kind of process.getActiveResourcesInfo()) kinds.add(kind);
    await setImmediate();
  }
  await Promise.all(all);
  expect([...words]).toEqual(['The name of the address was not found']);
  expect(kinds).not.toContain('GetAddrInfoReqWrap');
});
