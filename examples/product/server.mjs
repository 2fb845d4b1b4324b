import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createRemoteJWKSet, jwtVerify, SignJWT } from 'jose';
import { Webhook } from 'standardwebhooks';

const { PORT = '3100', SITE = 'http://localhost:3000', PRODUCT = 'portfolio' } = process.env;
const { PRODUCT_KEY = '', WEBHOOK_SECRET = '', ORIGIN = `http://localhost:${PORT}` } = process.env;
const { SESSION_SECRET = randomBytes(32).toString('hex') } = process.env;

const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', SITE));
const webhook = new Webhook(WEBHOOK_SECRET);
const ours = Buffer.from(SESSION_SECRET);

/** The next full second: tokens from before it may have been used before we forgot which were. */
const started = Math.ceil(Date.now() / 1_000);

// In memory, since this is an example: with several processes these are two tables.
/** Of each user what the highest version says. */
const access = new Map();
/** Logins that were used since our start. */
const used = new Set();

/** Keeps what is newer than what is known, in whatever order it comes. */
function keep(data) {
  const known = access.get(data.user.id);
  if (!known || known.version < data.version) access.set(data.user.id, data);
}

async function ask(path) {
  const headers = { authorization: `Bearer ${PRODUCT_KEY}` };
  const answer = await fetch(`${SITE}/api/products/${PRODUCT}/access${path}`, { headers });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
  return answer.json();
}

let after = '';
let askedAt = 0; // As of then we know everything.
/** Everything that has changed since we last asked: at first, that is everything. */
async function catchUp() {
  const now = Date.now();
  for (let more = true; more; ) {
    const page = await ask(`?after=${encodeURIComponent(after)}`);
    page.data.forEach(keep);
    after = page.next ?? '';
    more = page.has_more;
  }
  askedAt = now;
}

/** Tries to, until the site is there; and each minute, whatever was told. */
async function stayUpToDate() {
  const pause = await catchUp().then(
    () => 60_000,
    () => 2_000,
  );
  setTimeout(stayUpToDate, pause).unref();
}

/** The token in the address says who comes, once; the session is ours, and outlives our process. */
async function logIn(token) {
  const { payload } = await jwtVerify(token, keys, {
    issuer: SITE,
    audience: ORIGIN,
    algorithms: ['EdDSA'],
    requiredClaims: ['sub', 'jti', 'iat', 'exp'],
  });
  if (payload.iat < started) throw new Error('This login is from before our start');
  if (used.has(payload.jti)) throw new Error('This login was used before');
  used.add(payload.jti);
  keep((await ask(`/${payload.sub}`)).data);
  const session = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject(payload.sub);
  return session.setExpirationTime('12h').sign(ours);
}

/** Whose session a request bears. */
async function whoIs({ headers }) {
  const session = /(?:^|; )session=([\w.-]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  const read = jwtVerify(session, ours, { algorithms: ['HS256'] });
  return read.then(({ payload }) => payload.sub).catch(() => null);
}

function page(response, status, title, text) {
  const plain = (words) => words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'no-store',
  });
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>${plain(title)}</title>
<meta name="viewport" content="width=device-width"><main><h1>${plain(title)}</h1>
<p>${plain(text)}</p><p><a href="/">Next page</a> <a href="${SITE}/user/subscriptions">My Subscriptions</a></p></main>`);
}

/** Each request looks at the copy, which is told within a second: nobody's session outlives it. */
async function home(request, response) {
  const userId = await whoIs(request);
  const held = access.get(userId);
  if (!userId) return page(response, 403, 'Not signed in', 'Log in from My Subscriptions.');
  // What the site said holds until then, unless it has said so again.
  const until = Date.parse(held?.until);
  const isOver = askedAt < until && until < Date.now();
  if (!held?.has_access || isOver) {
    const why = isOver ? 'not renewed' : (held?.reason ?? 'unknown');
    return page(response, 403, 'No access', `You have no access any more (${why}).`);
  }
  const name = `${held.user.first_name} ${held.user.last_name}`;
  page(response, 200, 'Example product', `Signed in as ${name}`);
}

async function bodyOf(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > 65_536) throw new Error('Too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, ORIGIN);
  if (request.method === 'GET' && pathname === '/') return home(request, response);
  if (request.method === 'GET' && pathname === '/login') {
    const session = await logIn(searchParams.get('token') ?? '');
    const cookie = `session=${session}; HttpOnly; SameSite=Lax; Path=/`;
    response.writeHead(303, { location: '/', 'set-cookie': cookie }).end();
    return;
  }
  if (request.method === 'POST' && pathname === '/webhooks') {
    const { type, data } = webhook.verify(await bodyOf(request), request.headers);
    if (type !== 'test') keep(data);
    response.writeHead(204).end();
    return;
  }
  page(response, 404, 'Not found', 'There is no such page.');
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => page(response, 403, 'Refused', error.message));
});
const listen = () =>
  server.listen(Number(PORT), 'localhost', () => {
    process.send?.({ ready: true });
    stayUpToDate();
  });
setTimeout(listen, started * 1_000 - Date.now());
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
