import { describe, expect, test } from 'vitest';
import { readCode } from '../../../client/src/ui/code-input.tsx';

describe('readCode extracts the code from', () => {
  test.each([
    ['plain digits', '123456', '123456'],
    ['digits with a space', '123 456', '123456'],
    ['digits with a no-break space', '123\u00a0456', '123456'],
    ['digits with a hyphen', '123-456', '123456'],
    ['digits with an en dash', '123–456', '123456'],
    ['digits with spaces around them', '  123456\n', '123456'],
    ['single digits with spaces', '1 2 3 4 5 6', '123456'],
    ['a sentence', 'Your code is 123 456', '123456'],
    ['a sentence with a year before the code', 'In 2026 your code is 123456.', '123456'],
    ['a sentence with a year before halves', '© 2026 Skerry. Your code: 123-456', '123456'],
    ['a sentence with a phone number before the code', 'Call +380441234567. Your code is 654321', '654321'],
    ['a sentence with a grouped phone number before halves', 'Call +1 555 123 4567, code 654 321', '654321'],
    ['a longer number beside a shorter one', '20261119 then 998877', '998877'],
    ['full-width digits', '１２３４５６', '123456'],
    ['Arabic-Indic digits', '١٢٣٤٥٦', '123456'],
    ['Devanagari digits', '१२३ ४५६', '123456'],
    ['more digits than a code has', '1234567', '123456'],
    ['a code that is still being typed', '12', '12'],
    ['a code that is typed with its hyphen', '123-4', '1234'],
    ['digits among letters', 'a1b2c3', '123'],
    ['words alone', 'no code here', ''],
    ['nothing', '', ''],
  ])('%s', (_, text, code) => {
    expect(readCode(text)).toBe(code);
  });
});
