import { expect, test } from '@playwright/test';
import { checkAxe, checkCutTexts, checkReflow, checkStructure, checkTargetSizes } from './support/check-page.ts';
import { findUntranslated, toPseudo } from './support/pseudo-language.ts';

const good = `<!doctype html><html lang="en"><title>Sign in – Skerry VPN</title>
  <header><a href="/" style="display:block;padding:20px">Skerry</a></header>
  <main><h1>Sign in</h1><p>A sentence with <a href="/">a link</a>.</p><label>Email <input style="padding:20px"></label></main>`;

test('a good page passes', async ({ page }) => {
  await page.setContent(good);
  await checkAxe(page);
  await checkStructure(page);
  await checkTargetSizes(page);
  await checkCutTexts(page);
  await checkReflow(page);
});

test('a scan that crashes fails', async ({ page }) => {
  await page.setContent(good);
  await page.close();
  await expect(checkAxe(page)).rejects.toThrow();
});

test('a scan that saw nothing fails', async ({ page }) => {
  await page.setContent('<!doctype html><html lang="en"><title>Nothing</title>');
  await expect(checkAxe(page)).rejects.toThrow();
});

test('finds a field without a label', async ({ page }) => {
  await page.setContent(good.replace('<label>Email ', '<label>'));
  await expect(checkAxe(page)).rejects.toThrow(/label/);
});

test('finds a second h1 and a title without the product name', async ({ page }) => {
  await page.setContent(good.replace('<p>', '<h1>Again</h1><p>'));
  await expect(checkStructure(page)).rejects.toThrow(/one h1/);
  await page.setContent(good.replace(' – Skerry VPN', ''));
  await expect(checkStructure(page)).rejects.toThrow(/title/);
});

test('finds targets under 24 px, except links in a sentence', async ({ page }) => {
  await page.setContent(good.replace('</main>', '<button style="width:20px;height:20px;padding:0">x</button></main>'));
  await expect(checkTargetSizes(page)).rejects.toThrow(/24 px/);
});

test('finds horizontal scrolling and clipped text', async ({ page }) => {
  await page.setContent(good.replace('</main>', '<p style="width:400px">wide</p></main>'));
  await expect(checkReflow(page)).rejects.toThrow(/320 px/);
  await page.setContent(good.replace('</main>', '<p style="width:20px;overflow:hidden">incomprehensible</p></main>'));
  await expect(checkCutTexts(page)).rejects.toThrow(/cut/);
});

test('the pseudo-language is longer, keeps tags and placeholders, and reveals untranslated text', async ({ page }) => {
  const pseudo = toPseudo('Read the <terms>Terms</terms> of {{product}}');
  expect(pseudo).toContain('<terms>Térms</terms>');
  expect(pseudo).toContain('{{product}}');
  await page.setContent(`<p>${toPseudo('Sign in')}</p><p>anna@example.com</p><p>Left over</p>`);
  expect(await findUntranslated(page)).toEqual(['Left over']);
});
