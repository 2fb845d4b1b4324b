import { startRegistration } from '@simplewebauthn/browser';

type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Has the browser make a passkey by what the server asks for. Fails where the person turns back. */
export async function makePasskey(options: unknown) {
  return { ...(await startRegistration({ optionsJSON: options as Options })) };
}
