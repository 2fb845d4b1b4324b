import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operatorToken } from '../http/operator.ts';

/**
 * Has the server that runs here do an operator's work, since only one process may open PGlite. Throws
 * what it says against it.
 */
export async function askServer<Answer>(path: string, body?: object): Promise<Answer> {
  const { PORT = '3000', DATA_DIR = '.data' } = process.env;
  const url = `http://localhost:${PORT}/api/operator/${path}`;
  const authorization = `Bearer ${await operatorToken(await jwtSecret(DATA_DIR))}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error(`No server answers at ${url}. Start it first: npm start`);
  });
  const answer = (await response.json()) as Answer & { error?: string };
  if (!response.ok) throw new Error(answer.error ?? `The server answered ${response.status}`);
  return answer;
}

/** The secret that `npm start` made, unless another is set. */
async function jwtSecret(dataDir: string): Promise<string> {
  if (process.env.JWT_SECRET) return process.env.JWT_SECRET;
  const file = join(dataDir, 'secrets.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} is not there. Start the server first: npm start`);
  });
  return (JSON.parse(text) as { jwtSecret: string }).jwtSecret;
}
