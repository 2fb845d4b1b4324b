import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/*
 * An authenticator with one passkey, written out from WebAuthn level 3, so that what the product does is
 * compared with the standard and not with the package that it uses.
 */

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** What can be wrong with an answer. */
interface Odd {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  /** The counter that it says, in place of the next one. */
  counter?: number;
}

export interface Authenticator {
  id: string;
  /** Makes the passkey, as `navigator.credentials.create` answers it. */
  create(options: { challenge: string }, odd?: Odd): object;
  /** Signs in with it, as `navigator.credentials.get` does. */
  get(options: { challenge: string }, odd?: Odd): object;
}

export function newAuthenticator(site: string): Authenticator {
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let uses = 0;

  const client = (type: string, challenge: string, origin = site) =>
    Buffer.from(JSON.stringify({ type, challenge, origin }));

  const data = ({ rpId = new URL(site).hostname, isVerified = true, counter }: Odd, more = 0) => {
    uses += 1;
    const said = Buffer.alloc(4);
    said.writeUInt32BE(counter ?? uses);
    const flag = flags.present | (isVerified ? flags.verified : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([flag]), said]);
  };

  const answer = (response: Record<string, Buffer>) => ({
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response: {
      ...Object.fromEntries(
        Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
      ),
      transports: ['internal'],
    },
  });

  /** CBOR: a map of key type, algorithm, curve and the two coordinates (RFC 9053). */
  const coseKey = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const bytes = (part: string) => [0x58, 32, ...Buffer.from(part, 'base64url')];
    return Buffer.from([
      ...[0xa5, 1, 2, 3, 0x26, 0x20, 1],
      ...[0x21, ...bytes(x), 0x22, ...bytes(y)],
    ]);
  };

  return {
    id,
    create({ challenge }, odd = {}) {
      const length = Buffer.from([0, credentialId.length]);
      const attested = [Buffer.alloc(16), length, credentialId, coseKey()];
      const authData = Buffer.concat([data(odd, flags.attested), ...attested]);
      const attestationObject = Buffer.concat([
        // CBOR: a map of fmt 'none', attStmt {} and authData.
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ]);
      const clientDataJSON = client('webauthn.create', challenge, odd.origin);
      return answer({ clientDataJSON, attestationObject });
    },

    get({ challenge }, odd = {}) {
      const authenticatorData = data(odd);
      const clientDataJSON = client('webauthn.get', challenge, odd.origin);
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
      const signature = sign('sha256', signed, privateKey);
      return answer({ clientDataJSON, authenticatorData, signature });
    },
  };
}
