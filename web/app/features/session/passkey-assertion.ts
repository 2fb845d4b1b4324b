import { startAuthentication } from '@simplewebauthn/browser';

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/**
 * Has the browser sign what the server asks for. Fails where the person turns back, or has no passkey.
 * @param useBrowserAutofill offers it among the names that the browser fills in, and waits until one is chosen
 */
export async function assertionOf(
  { token, options }: { token: string; options: unknown },
  useBrowserAutofill = false,
) {
  const optionsJSON = options as Options;
  const how = { useBrowserAutofill, verifyBrowserAutofillInput: false };
  return { token, credential: { ...(await startAuthentication({ optionsJSON, ...how })) } };
}
