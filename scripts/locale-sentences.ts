/** Fills every text with extreme values, and checks the sentence. */
import { createInstance } from 'i18next';
import type { Locale } from '#shared/locale.ts';
import { formatMoney } from '#shared/money.ts';
import { formatLongDate } from '../client/src/i18n/format-date.ts';
import { i18nOptions, numberFormatter } from '../client/src/i18n/i18n-options.ts';
import { baseKey, type Texts } from './locale-checks.ts';

const counts = [0, 1, 2, 5, 21, 3499];
const currencies = ['EUR', 'USD', 'GBP', 'CAD', 'NZD', 'AUD', 'UAH', 'CHF', 'PLN', 'BRL', 'JPY'];
const longName = 'Living room, second floor, left of the bookcase (2)';
const longEmail = `${'a'.repeat(64)}@${'b'.repeat(61)}.${'c'.repeat(61)}.example.com`;

/** What fills each placeholder, by its name. */
export function exampleValues(locale: string): Readonly<Record<string, readonly (string | number)[]>> {
  const dates = [new Date(2027, 0, 1), new Date(2026, 11, 31)].map((date) => formatLongDate(date, locale));
  const percents = [20, 90].map((value) => new Intl.NumberFormat(locale, { style: 'percent' }).format(value / 100));
  const prices = currencies.map((currency) => formatMoney({ currency, amount: '123499' }, locale as Locale) ?? '');
  const countries = ['GB', 'BA', 'VC', 'UA'].map(
    (code) => new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code,
  );
  return {
    code: ['WINTER-LIGHT-2026'],
    count: counts,
    date: dates,
    devices: counts,
    email: ['a@b.co', longEmail],
    end: dates,
    fact: ['…'],
    friend: percents,
    inviter: percents,
    limit: [3499],
    location: countries.map((country) => `${country}, ${'Llanfairpwllgwyngyll'}`),
    maxDevices: counts,
    minimum: [8],
    name: ['Anna’s iPhone', longName],
    network: ['Facebook', 'X'],
    number: ['4f1d0c6e-2b7a-4a3e-9c56-0d9f3b1e7a42'],
    parts: [new Intl.ListFormat(locale).format(['A', 'B', 'C'])],
    percent: percents,
    percents: [percents.join(', ')],
    port: ['65535'],
    price: prices,
    product: ['Skerry VPN'],
    provider: ['Google', 'Apple', 'Setapp'],
    reason: ['Your card has insufficient funds.'],
    server: ['se-stockholm-01.servers.skerry.example'],
    wallet: ['Apple Pay', 'Google Pay'],
  };
}

/** What is wrong with a finished sentence; null when nothing is. */
export function findFault(sentence: string, locale: string, values: readonly (string | number)[] = []): string | null {
  // Faults of the values are not faults of the text.
  const own = values.reduce<string>(
    (rest, value) => (typeof value === 'string' && value.length > 20 ? rest.replaceAll(value, 'x') : rest),
    sentence,
  );
  if (/\{\{|\}\}|\bundefined\b|\bNaN\b|\bnull\b|\[object/.test(own)) return 'a placeholder is left over';
  if (/\.[.!?]|…[.!?:;,]|[!?:;,]\.|,,/.test(own.replaceAll('...', '…'))) return 'two punctuation marks meet';
  if (/\s\s|^\s|\s$/u.test(own)) return 'there is a double space, or one at an end';
  if (/\s[.,](?=\s|$)/u.test(own)) return 'there is a space before a full stop or comma';
  if (/<(\w+)>\s*<\/\1>|<\/?$/.test(own)) return 'a mark is empty or broken';
  const { format } = new Intl.NumberFormat(locale);
  const raw = values.find(
    (value) => typeof value === 'number' && own.includes(String(value)) && !own.includes(format(value)),
  );
  return raw === undefined ? null : `the number ${raw} is not formatted`;
}

/** Formats every text with every extreme, the way the client does, and checks each result. */
export async function checkSentences(
  texts: Texts,
  locale: string,
  examples: Readonly<Record<string, readonly (string | number)[]>> = exampleValues(locale),
): Promise<string[]> {
  const i18n = createInstance().use(numberFormatter);
  await i18n.init({ ...i18nOptions, lng: locale, resources: { [locale]: { translation: texts } } });
  const format = i18n.t as unknown as (key: string, values: Readonly<Record<string, string | number>>) => string;
  const problems = new Map<string, string>();
  for (const key of new Set(Object.keys(texts).map(baseKey))) {
    const forms = Object.keys(texts).filter((each) => baseKey(each) === key);
    const names = new Set(forms.flatMap((form) => placeholdersOf(texts[form])));
    if (forms.some((form) => form !== key)) names.add('count');
    const unknown = [...names].find((name) => !examples[name]);
    if (unknown) {
      problems.set(key, `${key} has {{${unknown}}}, for which there are no examples`);
      continue;
    }
    for (const values of combine([...names].map((name) => [name, examples[name] ?? []]))) {
      const sentence = format(key, values);
      const missing = sentence === key ? `there is no text for ${values.count ?? 'it'}` : null;
      const fault = missing ?? findFault(sentence, locale, Object.values(values));
      if (fault && !problems.has(key)) problems.set(key, `${key}: ${fault}: ${sentence}`);
    }
  }
  return [...problems.values()];
}

const placeholdersOf = (text = ''): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);

type Values = Readonly<Record<string, string | number>>;

const combine = (choices: readonly (readonly [string, readonly (string | number)[]])[]): Values[] =>
  choices.reduce<Values[]>(
    (made, [name, values]) => made.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{}],
  );
