import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const version = 'v1.';
const ivBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a name bound in, so that what was sealed under one name does not open under another.
 * @returns `v1.` and base64url of iv, ciphertext and tag
 */
export function seal(key: KeyObject, name: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return version + sealed.toString('base64url');
}

/** The text, or null when none of the keys opens it: tampered with, of a foreign key, of an old version or never sealed. */
export function open(keys: readonly KeyObject[], name: string, sealed: string): string | null {
  if (!sealed.startsWith(version)) return null;
  const bytes = Buffer.from(sealed.slice(version.length), 'base64url');
  if (bytes.length < ivBytes + tagBytes) return null;
  const tagStart = bytes.length - tagBytes;
  for (const key of keys) {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(tagStart));
    try {
      return decipher.update(bytes.subarray(ivBytes, tagStart), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      // Another key may open it.
    }
  }
  return null;
}
