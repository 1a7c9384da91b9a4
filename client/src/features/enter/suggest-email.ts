// What people mean when they slip on the most common providers: one letter off is enough to lose the code.
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

/** The address that was probably meant, when its provider looks misspelt; a hint only, it never blocks. */
export function suggestEmail(email: string): string | null {
  const [, name, host = ''] = /^(.+@)([^@]+)$/.exec(email.trim()) ?? [];
  const right = meant[host.toLowerCase()];
  return name && right ? name + right : null;
}
