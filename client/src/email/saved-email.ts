import { browserStorage } from '../storage.ts';

const key = 'otc-email';

/**
 * The address a code was sent to, or that was typed before a reload. Kept across tabs, because the link in the email
 * opens another one. product.md §3
 */
export const readSavedEmail = (): string => browserStorage.read(key) ?? '';

export const saveEmail = (email: string): void => void browserStorage.write(key, email);

export const clearSavedEmail = (): void => browserStorage.remove(key);
