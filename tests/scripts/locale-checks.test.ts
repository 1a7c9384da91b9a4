import { expect, test } from 'vitest';
import { checkAddress } from '../../scripts/forms-of-address.ts';
import {
  checkFrenchSpaces,
  checkGlossary,
  checkPlurals,
  checkQuotes,
  checkTranslated,
  checkUse,
  compareKeys,
  comparePlaceholders,
  parseGlossary,
} from '../../scripts/locale-checks.ts';

test('a key that one language lacks is found', () => {
  expect(compareKeys({ a: '', b_one: '', b_other: '' }, { b_few: '', c: '' })).toEqual([
    'a is missing',
    'c is not an English key',
  ]);
});

test('a plural without each of its forms is found', () => {
  expect(checkPlurals({ a_one: '', a_few: '', a_many: '', a_other: '' }, 'uk')).toEqual([]);
  expect(checkPlurals({ a_one: '', a_other: '' }, 'uk')).toHaveLength(1);
  expect(checkPlurals({ a_one: '', a_other: '' }, 'fr')).toHaveLength(1);
  expect(checkPlurals({ a_one: '', a_other: '' }, 'en')).toEqual([]);
});

test('a lost placeholder or mark is found', () => {
  expect(comparePlaceholders({ a: 'To <b>{{x}}</b>' }, { a: '<b>{{x}}</b>' })).toEqual([]);
  expect(comparePlaceholders({ a: 'To {{x}}' }, { a: 'an {{y}}' })).toHaveLength(1);
  expect(comparePlaceholders({ a: '<b>x</b>' }, { a: 'x' })).toHaveLength(1);
});

test('a text left in English is found, and a permission that is not used', () => {
  expect(
    checkTranslated({ a: 'Close', b: '{{x}} · 5', c: 'Port' }, { a: 'Close', b: '{{x}} · 5', c: 'Port' }, ['c']),
  ).toEqual(['a is still English: Close']);
  expect(checkTranslated({ a: 'Close' }, { a: 'Zu' }, ['a'])).toHaveLength(1);
});

test('straight and foreign quotation marks are found', () => {
  expect(checkQuotes({ a: "don't" }, 'en')).toHaveLength(1);
  expect(checkQuotes({ a: '„so“' }, 'de')).toEqual([]);
  expect(checkQuotes({ a: '«so»' }, 'de')).toHaveLength(1);
  expect(checkQuotes({ a: '„так“' }, 'fr')).toHaveLength(1);
});

test('a French double sign without its space is found', () => {
  expect(checkFrenchSpaces({ a: 'Oui\u00a0!', b: '10:30' })).toEqual([]);
  expect(checkFrenchSpaces({ a: 'Oui !' })).toHaveLength(1);
});

test('a key that no code names is found, and a name that is no key', () => {
  expect(
    checkUse({ 'a.b': '', 'a.c_one': '', 's.X': '' }, ["t('a.b'); t('a.c', { count }); t(`s.$\u007bx}`)"]),
  ).toEqual([]);
  expect(checkUse({ 'a.b': '', 'a.d': '' }, ["t('a.b'); t('a.z')"])).toEqual([
    'a.d is used nowhere',
    'a.z is asked for and is no text',
  ]);
});

test('a word that is not the glossary’s is found', () => {
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
