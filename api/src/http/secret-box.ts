import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts what the server has to read again, under a key of its own that is made of the house's secret. */
export interface SecretBox {
  /** `owner`: the id of the row, so that what is in one row is of no use in another. */
  close(content: Uint8Array, owner: string): string;
  /** Null for what was closed under another secret, for another row, or was changed. */
  open(closed: string, owner: string): Buffer | null;
}

/** `secret` is base64url; of the same one other purposes have other keys. */
export function secretBox(secret: string, purpose: string): SecretBox {
  const key = Buffer.from(
    hkdfSync('sha256', Buffer.from(secret, 'base64url'), Buffer.alloc(0), purpose, 32),
  );
  return {
    close(content, owner) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(content), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },

    open(closed, owner) {
      const bytes = Buffer.from(closed, 'base64url');
      const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
      try {
        const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
        const body = bytes.subarray(ivBytes + tagBytes);
        return Buffer.concat([decipher.update(body), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
