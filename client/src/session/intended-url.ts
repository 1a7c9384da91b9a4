// Only the writer, which the entry chunk needs. The reader is read-intended-url.ts.
import { browserStorage, tabStorage } from '../storage.ts';

export const intendedUrlKey = 'intended-url';

/** Saves the page that a visitor wanted to open: for this tab, and for a new one that opens the link of the email. */
export function saveIntendedUrl(url: string): void {
  const saved = JSON.stringify({ url, savedAt: Date.now() });
  tabStorage.write(intendedUrlKey, saved);
  browserStorage.write(intendedUrlKey, saved);
}
