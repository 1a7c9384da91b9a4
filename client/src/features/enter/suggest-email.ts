// Common misspellings of providers: one wrong letter and the code is lost.
const meant: Readonly<Record<string, string>> = {
  'gmial.com': 'gmail.com',
  'gmai.com': 'gmail.com',
  'gmail.co': 'gmail.com',
  'gmail.con': 'gmail.com',
  'gamil.com': 'gmail.com',
  'gnail.com': 'gmail.com',
  'hotmial.com': 'hotmail.com',
  'hotmail.con': 'hotmail.com',
  'hotnail.com': 'hotmail.com',
  'outlok.com': 'outlook.com',
  'outloook.com': 'outlook.com',
  'yaho.com': 'yahoo.com',
  'yahooo.com': 'yahoo.com',
  'yahoo.con': 'yahoo.com',
  'iclod.com': 'icloud.com',
  'icloud.con': 'icloud.com',
  'ukr.ner': 'ukr.net',
  'gmx.ed': 'gmx.de',
};

/** The probably intended address of a misspelled provider; null otherwise. */
export function suggestEmail(email: string): string | null {
  const [, name, host = ''] = /^(.+@)([^@]+)$/.exec(email.trim()) ?? [];
  const right = meant[host.toLowerCase()];
  return name && right ? name + right : null;
}
