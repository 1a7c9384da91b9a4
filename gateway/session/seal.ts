import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const version = 'v1.';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM. The name is authenticated, too: a text sealed under one name cannot be opened under
 * another.
 * @returns `v1.` and base64url of iv, ciphertext and tag
 */
export function seal(key: KeyObject, name: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return version + sealed.toString('base64url');
}

/** The text; null if no key opens it: tampered with, sealed with another key or version, or never sealed. */
export function open(keys: readonly KeyObject[], name: string, sealed: string): string | null {
  if (!sealed.startsWith(version)) return null;
  const encoded = sealed.slice(version.length);
  const bytes = Buffer.from(encoded, 'base64url');
  // Node skips other characters: proxies that hash a cookie must not see a session under many spellings.
  if (bytes.length < ivBytes + tagBytes || bytes.toString('base64url') !== encoded) return null;
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
