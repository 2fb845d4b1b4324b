import { vi } from 'vitest';
import type { Person, SignedIn } from './client.ts';
import { begunAndHeld } from './held-until-one-waits.ts';
import { type App, addPasskey, beginLogIn, setUpApp, unusedCode } from './second-factor.ts';
import type { TestServer } from './server.ts';

type LogIn = () => Promise<{ status: number }>;

/** A way to log in by a second factor. */
export interface Way {
  /** The limit that is asked once what was shown is accepted. */
  limit: 'halfSignIn' | 'logIns';
  /** Sets the factor up; answers how to log in by it. */
  setUp(server: TestServer, who: SignedIn, person: Person): Promise<LogIn>;
}

/** A login by a code of an app that is set up already. */
export async function logInByApp(server: TestServer, person: Person, app: App): Promise<LogIn> {
  const token = await beginLogIn(server.client, person);
  const code = await unusedCode(server, app);
  return () => server.client.post('/login/second-factor', { token, code });
}

async function logInByCode(server: TestServer, { client }: SignedIn, person: Person) {
  const [code] = (await setUpApp(client)).recoveryCodes;
  const token = await beginLogIn(server.client, person);
  return () => server.client.post('/login/second-factor', { token, code });
}

async function logInByPasskey(server: TestServer, { client }: SignedIn): Promise<LogIn> {
  const authenticator = await addPasskey(server, client);
  const { token, options } = (await server.client.post('/login/passkey/options', {})).body.data;
  const credential = authenticator.get(options);
  return () => server.client.post('/login/passkey', { token, credential });
}

/** Every way there is. */
export const ways: [string, Way][] = [
  [
    'a code',
    {
      limit: 'halfSignIn',
      setUp: async (server, { client }, person) =>
        logInByApp(server, person, await setUpApp(client)),
    },
  ],
  ['a recovery code', { limit: 'halfSignIn', setUp: logInByCode }],
  ['a passkey', { limit: 'logIns', setUp: logInByPasskey }],
];

/**
 * Logs in, and has something overtake that once what was shown is accepted: it is done by then, and committed
 * when the login waits for it.
 */
export async function overtakenLogIn(
  { services }: TestServer,
  limit: Way['limit'],
  act: () => Promise<{ status: number }>,
  logIn: LogIn,
): Promise<number> {
  const { limits } = services;
  let end = (): Promise<void> => Promise.reject(new Error('nothing overtook the log-in'));
  const begin = async () => {
    end = await begunAndHeld(services, act);
  };
  if (limit === 'halfSignIn') {
    vi.spyOn(limits.halfSignIn, 'allows').mockImplementationOnce(() => begin().then(() => true));
  } else {
    vi.spyOn(limits.logIns, 'take').mockImplementationOnce(begin);
  }
  const { status } = await logIn();
  await end();
  return status;
}
