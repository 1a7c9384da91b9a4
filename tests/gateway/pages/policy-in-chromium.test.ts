import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findHeadlessChromium } from '../../../scripts/find-chromium.ts';
import { type GatewayAndUpstream, startGatewayAndUpstream } from '../../support/gateway.ts';

let pair: GatewayAndUpstream;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  pair = await startGatewayAndUpstream();
  const executablePath = findHeadlessChromium();
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
  page = await browser.newPage();
  await page.goto(`${pair.gateway.origin}/enter`);
});
afterAll(async () => {
  await browser.close();
  await pair.close();
});

test('the script of the page runs', async () => {
  expect(await page.textContent('#root')).toBe('ready');
});

test.each([
  ['markup', () => Reflect.set(document.body, 'innerHTML', '<img src=x onerror="window.ran=true">')],
  ['the address of a script', () => Reflect.set(document.createElement('script'), 'src', 'https://evil.example/a.js')],
  ['the text of a script', () => Reflect.set(document.createElement('script'), 'text', 'window.ran=true')],
  ['a handler', () => document.body.setAttribute('onclick', 'window.ran=true')],
])('a string never becomes code, and the attempt is reported: %s', async (_, attempt) => {
  const before = await reports();
  await expect(page.evaluate(attempt)).rejects.toThrow(/requires 'Trusted/);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  await expect.poll(reports, { timeout: 10_000 }).toBeGreaterThan(before);
});

test('only our own policy can create script URLs', async () => {
  const create = (name: string) => void window.trustedTypes?.createPolicy(name, { createScriptURL: (url) => url });
  await expect(page.evaluate(create, 'anything')).rejects.toThrow(/disallowed/);
  await page.evaluate(create, 'skerry-scripts');
});

test('other sites cannot frame the page', async () => {
  const other = await browser.newPage();
  await other.setContent(`<iframe src="${pair.gateway.origin}/enter"></iframe>`);
  await expect.poll(() => other.frames().at(-1)?.url()).toContain('chrome-error');
  await other.close();
});

async function reports(): Promise<number> {
  const text = await pair.gateway.app.metrics.getSingleMetricAsString('gateway_reports_total');
  return Number(/kind="csp"} (\d+)/.exec(text)?.[1] ?? 0);
}
