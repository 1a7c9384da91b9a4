import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../gateway/config.ts';
import { contentSecurityPolicy } from '../../../gateway/pages/content-security-policy.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';

const demo = demoEnvironment({ port: 3000, sandboxPort: 3001, adminPort: 0 });
const production = {
  ...demo,
  PUBLIC_ORIGIN: 'https://account.skerry.example',
  COOKIE_DOMAIN: 'skerry.example',
  ENVIRONMENT: 'production',
  STRIPE_JS_URL: '',
  CAPTCHA_JS_URL: '',
};
const extensionId = 'abcdefghijklmnopabcdefghijklmnop';

function directivesFor(env: Readonly<Record<string, string>>): Record<string, string[]> {
  const policy = contentSecurityPolicy(readConfig(env))('bm9uY2U=');
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values];
    }),
  );
}

describe.each([
  ['production', production],
  ['production with the extension', { ...production, EXTENSION_ID: extensionId }],
  ['the demo', demo],
])('the policy of %s', (_, env) => {
  test('forbids form submissions, so that no input becomes part of a URL', () => {
    expect(directivesFor(env)['form-action']).toEqual(["'none'"]);
  });

  test('has no findings of high or medium severity in csp_evaluator', () => {
    const { csp } = new CspParser(contentSecurityPolicy(readConfig(env))('bm9uY2U='));
    const findings = new CspEvaluator(csp).evaluate();
    expect(findings.filter(({ severity }) => severity <= Severity.HIGH_MAYBE)).toEqual([]);
  });

  test('allows scripts only by nonce, and no code from strings', () => {
    const directives = directivesFor(env);
    expect(directives).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'nonce-bm9uY2U='", "'strict-dynamic'"],
      'style-src': ["'self'", "'nonce-bm9uY2U='"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'report-uri': ['/reports'],
    });
    expect(JSON.stringify(directives)).not.toContain('unsafe');
  });
});

test('the two providers get the permissions they need and no others', () => {
  expect(directivesFor(production)).toMatchObject({
    'connect-src': ["'self'", 'https://api.stripe.com', 'https://www.google.com/recaptcha/'],
    'frame-src': [
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
      'https://www.google.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
    ],
    'img-src': ["'self'"],
    'trusted-types': ['skerry-scripts', 'goog#html', 'recaptcha'],
  });
});

test('the policy follows the origins of the two provider scripts', () => {
  const elsewhere = directivesFor({
    ...production,
    STRIPE_JS_URL: 'https://pay.double.example/stripe.js?x=1',
    CAPTCHA_JS_URL: 'https://www.recaptcha.net/recaptcha/api.js',
  });
  expect(elsewhere['frame-src']).toEqual([
    'https://pay.double.example',
    'https://www.recaptcha.net/recaptcha/',
    'https://recaptcha.google.com/recaptcha/',
  ]);
  expect(JSON.stringify(elsewhere)).not.toContain('stripe.com');
});

test('violations are reported through report-to and report-uri, over http only through report-uri', () => {
  expect(directivesFor(production)['report-to']).toEqual(['csp']);
  expect(directivesFor(demo)).not.toHaveProperty('report-to');
});

test('the extension is allowed only if it is configured', () => {
  expect(JSON.stringify(directivesFor(production))).not.toContain('chrome-extension');
  expect(directivesFor({ ...production, EXTENSION_ID: extensionId })['connect-src']).toContain(
    `chrome-extension://${extensionId}`,
  );
});
