import type { Texts } from './locale-checks.ts';

/** Words that address the reader in another way than the product does. */
const foreignWords: Readonly<Record<string, readonly string[]>> = {
  de: ['du', 'dich', 'dir', 'dein\\p{L}*', 'euch', 'euer', 'eure\\p{L}*'],
  fr: ['tu', 'te', 'toi', 'ton', 'ta', 'tes', 't’\\p{L}+'],
  es: [
    'usted(?:es)?',
    'vosotr[oa]s',
    'vuestr\\p{L}+',
    // The formal "your" is also "his" and "its": only a word that is unmistakably the reader’s counts.
    'sus? (?:cuenta|suscripción|plan|correo|código|dispositivos?|perfil|método|navegador|banco|tarjeta|bandeja|pago)',
  ],
  // Portugal's words as well: the texts are written as in Brazil.
  pt: [
    'tu',
    'te',
    'ti',
    'teus?',
    'tuas?',
    'contigo',
    'vós',
    'voss\\p{L}+',
    'ecrã',
    'telemóvel',
    'utilizador\\p{L}*',
    'ficheiros?',
    'palavra-passe',
    'definições',
    'a carregar',
  ],
  uk: ['ти', 'тебе', 'тобі', 'тобою', 'твій', 'тво[єїяюг]\\p{L}*'],
};

/** Imperatives of the other form, at the beginning of a sentence. */
const foreignRequests: Readonly<Record<string, readonly string[]>> = {
  de: 'Gib Öffne Wähle Versuch Versuche Prüf Prüfe Melde Lade Lösche Verwende Füge Geh Tippe Klicke Scanne Kopiere Warte Lass'.split(
    ' ',
  ),
  fr: 'Essaie Réessaie Clique Ouvre Vérifie Choisis Entre Saisis Attends Utilise Ajoute Ferme Télécharge Copie Appuie'.split(
    ' ',
  ),
  es: 'Introduzca Inténtelo Intente Pruebe Escriba Abra Elija Compruebe Póngase Haga Vuelva Descargue Utilice Espere Copie Seleccione'.split(
    ' ',
  ),
  pt: 'Tenta Escolhe Verifica Insere Introduz Clica Espera Copia Adiciona Descarrega Utiliza'.split(' '),
  uk: 'Введи Спробуй Відкрий Перевір Зачекай Натисни Скопіюй Увійди Вибери Завантаж Додай Видали'.split(' '),
};

/**
 * Texts that do not address the reader as decided: German Sie, French vous, Ukrainian ви, Spanish tú, Portuguese
 * você. decisions.md §4
 */
export function checkAddress(texts: Texts, locale: string): string[] {
  const words = anyOf(foreignWords[locale] ?? [], '(?<!\\p{L})', 'iu');
  const requests = anyOf(foreignRequests[locale] ?? [], '(?:^|[.!?:;¡¿>] ?|, )', 'u');
  return Object.entries(texts).flatMap(([key, text]) => {
    const found = words?.exec(text)?.[0] ?? requests?.exec(text)?.[0];
    return found === undefined ? [] : [`${key} addresses the reader with “${found}”`];
  });
}

const anyOf = (choices: readonly string[], before: string, flags: string): RegExp | null =>
  choices.length === 0 ? null : new RegExp(`${before}(?:${choices.join('|')})(?!\\p{L})`, flags);
