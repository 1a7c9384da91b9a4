import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** Names a token in Redis and in maps. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Derived from the token, so that only its holder can decrypt what is kept in Redis. Another label would make that
 * unreadable to replicas of the version before.
 */
export const sealingKey = (token: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', token, '', 'skerry journal', 32)));
