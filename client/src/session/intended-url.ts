// Only the writer, which the entry chunk needs. The reader is read-intended-url.ts.
import { browserStorage, tabStorage } from '../storage.ts';

export const intendedUrlKey = 'intended-url';

/** Saves the page that a visitor wanted to open: for this tab, and for a new one that opens the link of the email. */
export function saveIntendedUrl(wanted: string): void {
  // The browser has the language already, and the user may choose another one before the sign-in.
  const url = wanted.replace(/([?&])lang=[^&#]*&?/, '$1');
  const saved = JSON.stringify({ url, savedAt: Date.now() });
  tabStorage.write(intendedUrlKey, saved);
  browserStorage.write(intendedUrlKey, saved);
}
