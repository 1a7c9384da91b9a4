import { describe, expect, test } from 'vitest';
import { loggedText } from '../../../gateway/operations/logged-path.ts';
import { scrubText, scrubUrl } from '../../../gateway/operations/scrub.ts';

const access = 'sandbox-access-4fVbq1Zr0nE8oXkQ2mT7uYpL3sWdA9hC';
const permanent = 'sandbox-permanent-4fVbq1Zr0nE8oXkQ2mT7uYpL3sWdA9hC';
const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

describe('scrubUrl removes queries and identifiers', () => {
  test.each([
    [`/profile?token=${permanent}`, '/profile'],
    [`/enter?access_token=${access}&refresh_token=x#y`, '/enter'],
    [`/h/to-app?app_url=skerry%3A%2F%2Fpair%3Ftoken%3D${permanent}`, '/h/to-app'],
    [`/auth/subscription-confirmed?permanent_access_token=${permanent}`, '/auth/subscription-confirmed'],
    [`/profile#access_token=${access}`, '/profile'],
    [`/${permanent}`, '/…'],
    [`/enter/${'a'.repeat(80)}`, '/enter/…'],
    ['/enter/anna@example.com', '/enter/…@…'],
    ['https://user:secret@redis.internal:6379/0', 'https://…@redis.internal:6379/0'],
    ['https://account.skerry.example/enter?email=anna%40example.com', 'https://account.skerry.example/enter'],
    [
      'chrome-extension://abcdefghijklmnopabcdefghijklmnop/dashboard.html#token=x',
      'chrome-extension://abcdefghijklmnopabcdefghijklmnop/dashboard.html',
    ],
    ['/web/v1/account/one-time-code/verify', '/web/v1/account/one-time-code/verify'],
    ['/assets/profile-page-Dk3j2abc.js', '/assets/profile-page-Dk3j2abc.js'],
  ])('%s', (url, expected) => {
    expect(scrubUrl(url)).toBe(expected);
  });
});

test('a token across the length limit of a URL is removed completely', () => {
  for (let before = 440; before < 520; before += 7) {
    const url = scrubUrl(`/${'a/'.repeat(before / 2)}${access}/profile`);
    expect(url).not.toContain('sandbox-access');
    expect(url.length).toBeLessThanOrEqual(512);
  }
});

describe('scrubText redacts secrets', () => {
  test.each([
    ['a token in an error', `upstream said ${access} has expired`],
    ['a token in JSON', `{"access_token":"${access}","plan":"tourist-1m"}`],
    ['a short token in JSON', '{"perm_token": "short-Tok3n"}', 'short-Tok3n'],
    ['a token in JSON within JSON', `{"body":"{\\"refresh_token\\":\\"${access}\\"}"}`],
    ['a token in an object as Node prints it', `{ access_token: '${access}' }`],
    ['a token in a query', `GET https://api.example/x?token=abc&b=c`, 'abc'],
    ['a token in an encoded query', `/enter?next=%2Fprofile%3Ftoken%3D${permanent}`],
    ['a header', `authorization: ${access}\r\ncookie: access_token=${access}; theme=dark`],
    ['a JWT', `bearer ${jwt}`, jwt],
    ['an e-mail', 'no account for anna.lindqvist+vpn@example.co.uk', 'anna.lindqvist'],
    ['an e-mail with vowel signs', 'no account for नीति@उदाहरण.भारत', 'नीति'],
    ['an e-mail with a combining accent', 'no account for rene\u0301@example.com', 'rene'],
    ['an e-mail with a full-width sign and stop', 'no account for anna＠example。com', 'anna'],
    ['a twice URL-encoded e-mail', 'no account for anna%2540example.com', 'anna'],
    ['a URL-encoded e-mail', 'no account for anna.lindqvist%40example.co.uk', 'anna.lindqvist'],
    ['an e-mail in JSON that escapes its sign', '{"value":"no account for anna\\\\u0040example.com"}', 'anna'],
    ['an e-mail in HTML that escapes its sign', 'no account for anna&#64;example.com', 'anna'],
    ['an e-mail in HTML that escapes its sign as a hexadecimal number', 'no account for anna&#x40;example.com', 'anna'],
    ['an e-mail with other letters', 'no account for \u00fcser@b\u00fccher.example', 'ser'],
    ['a token under another name', '{"accessToken":"short1"}', 'short1'],
    ['a code', '{"email":"a@example.com","code":"123456"}', '123456'],
    ['an account code', '{"account_code":"1234-5678","accountCode": 7, "x": 1}', '1234'],
    ['an account code under its path’s name', '{"account-code":"1234-5678"}', '1234'],
    ['a token that is a UUID', 'spent: 5c5a0d5f-7a0c-4c6d-b7e2-0c7c3b1b2d11', '5c5a0d5f'],
    ['a password', '{"node_login":"skerry","node_password":"hunter2"}', 'hunter2'],
    ['a token in base64', Buffer.from(access).toString('base64'), Buffer.from(access).toString('base64').slice(0, 20)],
    ['a token in hex', Buffer.from(access).toString('hex'), Buffer.from(access).toString('hex').slice(0, 20)],
  ])('redacts %s', (_, text, secret = access) => {
    expect(scrubText(text)).not.toContain(secret);
    expect(scrubText(text)).toContain('…');
  });

  test('keeps what helps to find an error', () => {
    const text =
      'TypeError: cannot read plan of undefined\n    at planAction (https://account.skerry.example/assets/profile-page-with-a-long-name-Dk3j2abc.js:12:34)\n' +
      'trace 5c5a0d5f-7a0c-4c6d-b7e2-0c7c3b1b2d11 status 502 after 15000 ms';
    expect(scrubText(text)).toBe(text);
    for (const label of ['trace ', 'Trace-Id: ', '"trace_id":"', "trace id '"]) {
      const labeled = `${label}5c5a0d5f-7a0c-4c6d-b7e2-0c7c3b1b2d11`;
      expect(scrubText(labeled)).toBe(labeled);
    }
  });

  test('redacts a token across the scan limit', () => {
    for (let before = 8_120; before < 8_200; before += 3) {
      expect(scrubText(`${'x '.repeat(before / 2)}${access} and so on`)).not.toContain('sandbox-access');
    }
  });

  // Each of these once took quadratic time.
  test.each([
    ['a-', '@'],
    ['a&#64;', ''],
    ['a\\u0040', ''],
    ['a.', '@'],
    ['a@a.', ''],
    ['\\', '"'],
    ['\\"', ''],
    ['"token":', ''],
    ['A', ''],
    ['Aa', '!'],
    ['A-', ''],
    ['a+', '://'],
    ['?a', ''],
    ['eyJ', '.'],
    ['authorization ', ''],
    ['=', ''],
    ['/', ''],
    ['/a', ''],
    ['/a ', ''],
    ['https://a', ''],
    [' https://a', ''],
    ['/a:1', ''],
  ])('the time grows linearly with the length: %s…%s', (part, end) => {
    const cost = (length: number) => {
      const text = part.repeat(length / part.length) + end;
      const before = process.cpuUsage();
      for (let round = 0; round < 20; round += 1) loggedText(text);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 20;
    };
    cost(8_000);
    // In microseconds. Quadratic time took more than 20,000.
    expect(Math.min(cost(8_000), cost(8_000), cost(8_000))).toBeLessThan(8_000);
  });
});
