import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const startProcess = async (folder: string) => {
  const child = fork(new URL('./main.ts', import.meta.url), {
    env: {
      ...process.env,
      MAIL_WEB_PORT: '0',
      MAIL_SMTP_PORT: '0',
      MAIL_DATA: join(folder, 'mail.sqlite'),
    },
    execArgv: [],
    silent: true,
  });
  const [message] = await once(child, 'message');
  return { child, message };
};

test.each([
  ['its parent is gone', (child: ReturnType<typeof fork>) => child.disconnect()],
  ['it is told to', (child: ReturnType<typeof fork>) => child.kill('SIGTERM')],
])('the process says when it is ready and ends cleanly when %s', async (_why, end) => {
  const folder = mkdtempSync(join(tmpdir(), 'mail-catcher-'));
  try {
    const { child, message } = await startProcess(folder);
    expect(message).toEqual({
      ready: true,
      url: expect.stringMatching(/^http:\/\/localhost:\d+$/),
    });
    expect((await fetch(`${message.url}/api/messages`)).status).toBe(200);
    end(child);
    expect(await once(child, 'exit')).toEqual([0, null]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
