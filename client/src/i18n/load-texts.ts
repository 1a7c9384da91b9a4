import type { Locale } from '#shared/locale.ts';
import de from '../../../locales/de.json?url';
import en from '../../../locales/en.json?url';
import es from '../../../locales/es.json?url';
import fr from '../../../locales/fr.json?url';
import pt from '../../../locales/pt.json?url';
import uk from '../../../locales/uk.json?url';

export type Texts = Readonly<Record<string, string>>;

const files: Readonly<Record<Locale, string>> = { de, en, es, fr, pt, uk };

// A slow line may take its time, a dead one must end some day. product.md §7
const timeoutMs = 120_000;

/** Fetches a language's texts; rejects when they do not arrive in time or in full. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  const answer = await fetch(files[locale], { signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) throw new Error(`The texts of ${locale} could not be loaded: ${answer.status}`);
  return (await answer.json()) as Texts;
}
