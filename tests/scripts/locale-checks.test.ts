import { expect, test } from 'vitest';
import { checkAddress } from '../../scripts/forms-of-address.ts';
import {
  checkConsistency,
  checkFrenchSpaces,
  checkGlossary,
  checkNoBreakSpaces,
  checkNumbers,
  checkPlurals,
  checkQuotes,
  checkTranslated,
  checkUse,
  compareKeys,
  comparePlaceholders,
  parseGlossary,
} from '../../scripts/locale-checks.ts';
import { checkSentences, findFault } from '../../scripts/locale-sentences.ts';

test('a key that a language lacks is reported', () => {
  expect(compareKeys({ a: '', b_one: '', b_other: '' }, { b_few: '', c: '' })).toEqual([
    'a is missing',
    'c is not an English key',
  ]);
});

test('a plural that lacks a form is reported', () => {
  expect(checkPlurals({ a_one: '', a_few: '', a_many: '', a_other: '' }, 'uk')).toEqual([]);
  expect(checkPlurals({ a_one: '', a_other: '' }, 'uk')).toHaveLength(1);
  expect(checkPlurals({ a_one: '', a_other: '' }, 'fr')).toHaveLength(1);
  expect(checkPlurals({ a_one: '', a_other: '' }, 'en')).toEqual([]);
});

test('a lost placeholder or mark is reported', () => {
  expect(comparePlaceholders({ a: 'To <b>{{x}}</b>' }, { a: '<b>{{x}}</b>' })).toEqual([]);
  expect(comparePlaceholders({ a: 'To {{x}}' }, { a: 'an {{y}}' })).toHaveLength(1);
  expect(comparePlaceholders({ a: '<b>x</b>' }, { a: 'x' })).toHaveLength(1);
});

test('an untranslated text is reported, and an unused exception for one', () => {
  expect(
    checkTranslated({ a: 'Close', b: '{{x}} · 5', c: 'Port' }, { a: 'Close', b: '{{x}} · 5', c: 'Port' }, ['c']),
  ).toEqual(['a is still English: Close']);
  expect(checkTranslated({ a: 'Close' }, { a: 'Zu' }, ['a'])).toHaveLength(1);
});

test('straight and foreign quotation marks are reported', () => {
  expect(checkQuotes({ a: "don't" }, 'en')).toHaveLength(1);
  expect(checkQuotes({ a: '„so“' }, 'de')).toEqual([]);
  expect(checkQuotes({ a: '«so»' }, 'de')).toHaveLength(1);
  expect(checkQuotes({ a: '„так“' }, 'fr')).toHaveLength(1);
});

test.each([
  ['French spaces', 'Oui\u202f! Ici\u00a0: «\u00a0là\u00a0», 10:30', 'Oui\u00a0!'],
  ['French spaces', 'Non\u202f; si', 'Non ; si'],
  ['French spaces', 'Prix\u00a0: {{price}}', 'Prix\u202f: {{price}}'],
  ['French spaces', '{{name}}\u202f?', '{{name}}?'],
  ['French spaces', '«\u00a0oui\u00a0»', '« oui »'],
] as const)('%s: “%s” is right, “%s” is found', (_, right, wrong) => {
  expect(checkFrenchSpaces({ a: right })).toEqual([]);
  expect(checkFrenchSpaces({ a: wrong })).toHaveLength(1);
});

test.each([
  ['de', 'Wird geladen\u00a0…', 'Wird geladen …'],
  ['de', 'Wird geladen\u00a0…', 'Wird geladen…'],
  ['fr', 'Chargement…', 'Chargement …'],
  ['es', '20\u00a0%', '20 %'],
])('%s: “%s” does not wrap before its last character, “%s” does', (locale, right, wrong) => {
  expect(checkNoBreakSpaces({ a: right }, locale)).toEqual([]);
  expect(checkNoBreakSpaces({ a: wrong }, locale)).toHaveLength(1);
});

test.each([
  ['{{percent}} off', '{{percent}}% off'],
  ['{{percent}} off', '20 % off'],
  ['lit in 1811, 75 days, 192.168.1.1, macOS 13.0', '3499 characters'],
  ['April 2018', '12,500 ships'],
])('“%s” formats numbers with Intl, “%s” does not', (right, wrong) => {
  expect(checkNumbers({ a: right })).toEqual([]);
  expect(checkNumbers({ a: wrong })).toHaveLength(1);
});

test('two translations of one English text are reported', () => {
  const english = { a: 'Copy', b: 'Copy', c: 'Save' };
  expect(checkConsistency(english, { a: 'Kopieren', b: 'Kopieren', c: 'Sichern' })).toEqual([]);
  expect(checkConsistency(english, { a: 'Kopieren', b: 'Abschreiben', c: 'Sichern' })).toEqual([
    'b says "Abschreiben" where a says "Kopieren"',
  ]);
});

test.each([
  ['a date that ends with a stop, before another', 'uk', { 'a.b': 'До {{date}}.' }, 'two punctuation marks meet'],
  ['a double space', 'en', { 'a.b': 'One  two' }, 'double space'],
  ['a space at an end', 'en', { 'a.b': 'One ' }, 'double space'],
  [
    'a placeholder of a plural that is misspelled',
    'en',
    { 'a.b_one': '{{coun}} day', 'a.b_other': '{{count}}' },
    'no examples',
  ],
  ['a broken placeholder', 'en', { 'a.b': 'Hello {name}}' }, 'left over'],
  ['a space before the full stop', 'fr', { 'a.b': 'Le {{date}} .' }, 'before a full stop'],
  ['an empty mark', 'en', { 'a.b': 'To <b></b>' }, 'mark'],
  ['a missing plural form', 'uk', { 'a.b_one': '{{count}} день', 'a.b_other': '{{count}} дня' }, 'no text for 0'],
])('%s is found', async (_, locale, texts, fault) => {
  expect(await checkSentences(texts, locale)).toEqual([expect.stringContaining(fault)]);
});

test('a number formatted without Intl is reported', () => {
  expect(findFault('Up to 3,499 characters', 'en', [3499])).toBeNull();
  expect(findFault('Up to 3499 characters', 'en', [3499])).toBe('the number 3499 is not formatted');
  expect(findFault('Hasta 3499 caracteres', 'es', [3499])).toBeNull();
});

test('an unused key is reported, and a used one that does not exist', () => {
  expect(
    checkUse({ 'a.b': '', 'a.c_one': '', 's.X': '' }, ["t('a.b'); t('a.c', { count }); t(`s.$\u007bx}`)"]),
  ).toEqual([]);
  expect(checkUse({ 'a.b': '', 'a.d': '' }, ["t('a.b'); t('a.z')"])).toEqual([
    'a.d is used nowhere',
    'a.z is used in code and is not a text',
  ]);
});

test('a word that differs from the glossary is reported', () => {
  const glossary = parseGlossary(
    '| en | de | keys |\n|---|---|---|\n| account | konto / konten | |\n| subscription | abo | |\n| subscription | anmeldung | newsletter. |',
  );
  const found = (key: string, english: string, german: string) =>
    checkGlossary({ [key]: english }, { [key]: german }, 'de', glossary).length;
  expect(found('a', 'Your account', 'Ihre Konten')).toBe(0);
  expect(found('a', 'Your account', 'Ihr Account')).toBe(1);
  expect(found('billing.cancel', 'Cancel subscription', 'Abo kündigen')).toBe(0);
  expect(found('billing.cancel', 'Cancel subscription', 'Anmeldung kündigen')).toBe(1);
  expect(found('newsletter.title', 'Confirm your subscription', 'Anmeldung bestätigen')).toBe(0);
  expect(found('newsletter.title', 'Confirm your subscription', 'Abo bestätigen')).toBe(1);
});

test.each([
  ['de', 'Öffnen Sie Ihr Konto, sie ist im Tarif', 'Öffne dein Konto'],
  ['de', 'Bitte versuchen Sie es erneut.', 'Das hat nicht geklappt. Versuche es erneut.'],
  ['fr', 'Votre compte, réessayez', 'Ton compte'],
  ['fr', 'Veuillez réessayer', 'Réessaie plus tard'],
  ['es', 'Inténtalo de nuevo con tu cuenta y su luz', 'Con su cuenta'],
  ['es', 'Introduce el código', 'Introduzca el código'],
  ['pt', 'Sua conta, no celular', 'A tua conta'],
  ['pt', 'Baixe o arquivo', 'Baixe o ficheiro'],
  ['uk', 'Ваш обліковий запис, творчий', 'Твій обліковий запис'],
  ['uk', 'Спробуйте ще раз', 'Не вдалося. Спробуй ще раз'],
] as const)('%s: “%s” is how the reader is addressed, “%s” is not', (locale, right, wrong) => {
  expect(checkAddress({ a: right }, locale)).toEqual([]);
  expect(checkAddress({ a: wrong }, locale)).toHaveLength(1);
});
