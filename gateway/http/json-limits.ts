/** The outermost container is level 1. decisions.md §3, CSRF */
const maxDepth = 16;
/** Elements and member values, containers included; names do not count. */
const maxValues = 1_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Whether a JSON text is nested too deeply or holds too many values. Reads bytes, so that the decision costs no memory:
 * a parsed tree takes up to thirty times the space of its text. Says nothing about whether the text is valid JSON.
 */
export function exceedsJsonLimits(bytes: Uint8Array): boolean {
  let depth = 0;
  let values = 0;
  let containerIsEmpty = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === undefined || isWhitespace(byte)) continue;
    if (byte === closeBracket || byte === closeBrace) {
      depth -= 1;
      containerIsEmpty = false;
      continue;
    }
    // A container's first value follows its opening bracket, every other value a comma.
    if (containerIsEmpty || byte === comma) values += 1;
    containerIsEmpty = byte === openBracket || byte === openBrace;
    if (containerIsEmpty) depth += 1;
    else if (byte === quote) index = endOfString(bytes, index);
    if (depth > maxDepth || values > maxValues) return true;
  }
  return false;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < bytes.length && bytes[index] !== quote) index += bytes[index] === backslash ? 2 : 1;
  return index;
}

const isWhitespace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
