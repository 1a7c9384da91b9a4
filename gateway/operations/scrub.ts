const secretNames =
  'access_?token|refresh_?token|perm_token|permanent_access_token|permanent_token|permanentToken|unique_token|recaptcha_token|token|' +
  'authorization|cookie|set-cookie|code|account[_-]?code|otc_code|otc-code|email|new_email|password|node_password|node_login|' +
  'client_secret|stripe_payment_setup_intent_client_secret|stripe_payment_method_id|stripe_payment_intent_id|router_configuration';

// Repetitions start at a word boundary or are bounded: browsers send these texts, and matching must take linear time.
const rules: readonly (readonly [RegExp, string])[] = [
  // Values of object keys, also in JSON within JSON.
  [
    new RegExp(
      `((?:\\\\{0,8}["'])(?:${secretNames})(?:\\\\{0,8}["'])\\s*:\\s*)(?:\\\\{0,8}"(?:[^"\\\\]|\\\\(?!")[^"])*\\\\{0,8}"|[^\\s,}\\]]+)`,
      'gi',
    ),
    '$1"…"',
  ],
  // Printed headers.
  [/\b(authorization|cookie|set-cookie)(\s*[:=]\s*)[^\r\n"]+/gi, '$1$2…'],
  // Values in queries, fragments and forms.
  [/([?&#;][\w.%[\]-]{1,64}=)[^\s&#"'<>)]+/g, '$1…'],
  [new RegExp(`\\b((?:${secretNames})=)[^\\s&#"'<>)]+`, 'gi'), '$1…'],
  // Credentials in a URL.
  [/((?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']{1,500}@/gi, '$1…@'],
  [/\beyJ[\w-]{5,}(?:\.[\w-]*)*/g, '…'],
  // E-mail addresses, plain, URL-encoded or escaped, in any script.
  [
    /(?<![\p{L}\p{M}\p{N}_.+-])[\p{L}\p{M}\p{N}_.+-]+(?:[@＠]|%(?:25)*40|\\\\?u0040|&(?:#64|#x40|commat);)[\p{L}\p{M}\p{N}_-]{1,63}(?:[.。][\p{L}\p{M}\p{N}_-]{1,63})+/gu,
    '…@…',
  ],
];

/** Long enough for a token, with the extension of the build's files. */
const longWord = /[\w+=-]{28,}(?:\.(?:m?js|tsx?|css|json|map)\b)?/g;
/** A UUID. */
export const isTraceId = (text: string): boolean => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/.test(text);

/** What comes before a trace id. The upstream's tokens can have the same form. */
const traceLabel = /\btrace[ _-]?(?:id)?[\s"':=]{1,6}$/i;

/** Hides long mixed strings, except trace ids and names of the build's files. */
function hideUnlessKnown(word: string, position: number, text: string): string {
  const isMixed = /\d/.test(word) || (/[A-Z]/.test(word) && /[a-z]/.test(word));
  const isLabeled = isTraceId(word) && traceLabel.test(text.slice(Math.max(0, position - 16), position));
  return word.includes('.') || !isMixed || isLabeled ? word : '…';
}

/** Errors need no longer texts, and scrubbing takes time. */
const maxLength = 8_192;

/** Removes tokens, codes, e-mails and query values from errors and browsers' reports before they are logged or sent. */
export function scrubText(text: string): string {
  return rules
    .reduce((scrubbed, [pattern, replacement]) => scrubbed.replace(pattern, replacement), shorten(text))
    .replace(longWord, hideUnlessKnown);
}

/** Cuts between words: half a token would not be recognized. */
function shorten(text: string): string {
  if (text.length <= maxLength) return text;
  let end = maxLength;
  while (end > 0 && /[^\s,&"']/.test(text[end - 1] ?? '')) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** A URL without query, fragment, credentials and path segments that could be secrets. */
export function scrubUrl(url: string): string {
  const end = url.search(/[?#]/);
  // Cut last: half a token would not be recognized.
  return scrubPath(scrubText(end === -1 ? url : url.slice(0, end))).slice(0, 512);
}

const scrubPath = (url: string): string =>
  url
    .split('/')
    .map((segment) => (segment.length > 64 ? '…' : segment))
    .join('/');
