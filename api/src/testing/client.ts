import type { Role, SessionUser } from 'contract/accounts';

export interface Reply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server answered
  body: any;
}

/** Somebody with a session, and a client that has it. */
export interface SignedIn {
  client: Client;
  user: SessionUser;
  token: string;
}

export interface Client {
  get(path: string): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  put(path: string, body?: unknown): Promise<Reply>;
  delete(path: string, body?: unknown): Promise<Reply>;
  /** A client that sends this token. */
  withToken(token: string): Client;
  /** Signs a new person up and in, by the calls. */
  signUp(person?: Partial<Person>): Promise<SignedIn>;
  /** A new person who is signed in, by the way that the client was made with, or by the calls. */
  newUser(person?: Partial<Person>): Promise<SignedIn>;
  logIn(email: string, password: string): Promise<SignedIn>;
}

export interface Person {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
}

let people = 0;

/** A person nobody has met yet. */
export function person(parts: Partial<Person> = {}): Person {
  people += 1;
  return {
    first_name: 'Priya',
    last_name: 'Nair',
    email: `priya.nair.${process.pid}.${people}@hospital.test`,
    password: 'Retina-2026',
    ...parts,
  };
}

/** Makes an account and a session without a call, and so without the cost of a password. */
export type Arrive = (person: Person, role?: Role) => Promise<Omit<SignedIn, 'client'>>;

/** Speaks to the API at `origin` as a browser would. */
export function createClient(origin: string, token?: string, arrive?: Arrive): Client {
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: (isRaw ? body : JSON.stringify(body)) as RequestInit['body'] }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body:
        text && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    };
  }

  const client: Client = {
    get: (path) => send('GET', path),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body) => send('PUT', path, body),
    delete: (path, body) => send('DELETE', path, body),
    withToken: (other) => createClient(origin, other, arrive),
    async newUser(parts = {}) {
      if (!arrive) return client.signUp(parts);
      const arrived = await arrive(person(parts));
      return { ...arrived, client: client.withToken(arrived.token) };
    },
    async signUp(parts = {}) {
      const someone = person(parts);
      const { status, body } = await client.post('/register', { ...someone, role: 'user' });
      if (status !== 201) throw new Error(`register: ${status} ${JSON.stringify(body)}`);
      return client.logIn(someone.email, someone.password);
    },
    async logIn(email, password) {
      const { status, body } = await client.post('/login', { email, password });
      if (status !== 200) throw new Error(`login: ${status} ${JSON.stringify(body)}`);
      const { token, user } = body.data;
      return { client: client.withToken(token), user, token };
    },
  };
  return client;
}
