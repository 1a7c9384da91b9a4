const key = 'otc-email';

/** The address a code was sent to. Kept across tabs, because the link in the email opens another one. product.md §3 */
export const readSavedEmail = (): string => localStorage.getItem(key) ?? '';

export const saveEmail = (email: string): void => localStorage.setItem(key, email);

export const forgetEmail = (): void => localStorage.removeItem(key);
