const secretNames =
  'access_token|refresh_token|perm_token|permanent_access_token|permanent_token|permanentToken|unique_token|recaptcha_token|token|' +
  'authorization|cookie|set-cookie|code|otc_code|otc-code|email|new_email|password|node_password|node_login|' +
  'client_secret|stripe_payment_setup_intent_client_secret|stripe_payment_method_id|stripe_payment_intent_id|router_configuration';

// What repeats begins where a word begins, or has a bound: browsers send these texts, and none may cost more than its length.
const rules: readonly (readonly [RegExp, string])[] = [
  // Values of object keys, also in JSON within JSON.
  [
    new RegExp(
      `((?:\\\\{0,8}["'])(?:${secretNames})(?:\\\\{0,8}["'])\\s*:\\s*)(?:\\\\{0,8}"(?:[^"\\\\]|\\\\(?!")[^"])*\\\\{0,8}"|[^\\s,}\\]]+)`,
      'gi',
    ),
    '$1"…"',
  ],
  // Headers as they are printed.
  [/\b(authorization|cookie|set-cookie)(\s*[:=]\s*)[^\r\n"]+/gi, '$1$2…'],
  // Values in queries, fragments and forms.
  [/([?&#;][\w.%[\]-]{1,64}=)[^\s&#"'<>)]+/g, '$1…'],
  [new RegExp(`\\b((?:${secretNames})=)[^\\s&#"'<>)]+`, 'gi'), '$1…'],
  // Credentials in an address.
  [/((?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']{1,500}@/gi, '$1…@'],
  [/\beyJ[\w-]{5,}(?:\.[\w-]*)*/g, '…'],
  // E-mail addresses, written out or as they stand in a URL.
  [/(?<![\w.+-])[\w.+-]+(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63})+/g, '…@…'],
];

/** What is long enough for a token, with the ending that names of our own files have. */
const longWord = /[\w+=-]{28,}(?:\.(?:m?js|tsx?|css|json|map)\b)?/g;
const traceId = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** Too long and too mixed to be a word; not a trace id, and not the name of a file of ours. */
const hideUnlessKnown = (word: string): string =>
  word.includes('.') || traceId.test(word) || !(/\d/.test(word) || (/[A-Z]/.test(word) && /[a-z]/.test(word)))
    ? word
    : '…';

/** A longer text says nothing more about an error, and costs more to look through. */
const maxLength = 8_192;

/** Takes tokens, codes, e-mails and values of queries out of a text that leaves the gateway: log lines, error reports. */
export function scrubText(text: string): string {
  return rules
    .reduce((scrubbed, [pattern, replacement]) => scrubbed.replace(pattern, replacement), shorten(text))
    .replace(longWord, hideUnlessKnown);
}

/** Cut between words: half a token would no longer look like one. */
function shorten(text: string): string {
  if (text.length <= maxLength) return text;
  let end = maxLength;
  while (end > 0 && /[^\s,&"']/.test(text[end - 1] ?? '')) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** An address without query, fragment and credentials, and without path segments that could be a secret. */
export function scrubUrl(url: string): string {
  const end = url.search(/[?#]/);
  return scrubPath(scrubText((end === -1 ? url : url.slice(0, end)).slice(0, 512)));
}

const scrubPath = (url: string): string =>
  url
    .split('/')
    .map((segment) => (segment.length > 64 ? '…' : segment))
    .join('/');
