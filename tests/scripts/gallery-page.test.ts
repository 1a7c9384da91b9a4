import { expect, test } from 'vitest';
import { filmedPaths, filmStrip, isFilmStrip, writeGalleryPage } from '../../scripts/gallery-page.ts';
import { pages } from '../lighthouse/pages.ts';

const command = 'npm run lighthouse -- --film';

test('the gallery shows the film strip of every page that is measured', () => {
  expect(filmedPaths).toEqual(pages.map(({ path }) => path));
  const html = writeGalleryPage([], [], [], filmedPaths.map(filmStrip));
  for (const path of filmedPaths) {
    expect(html).toContain(`<a href="${filmStrip(path)}">`);
    expect(html).toContain(`<iframe src="${filmStrip(path)}"`);
  }
  expect(html).not.toContain(command);
});

test('the gallery says how to make a film strip that is missing', () => {
  const [there, missing] = filmedPaths;
  const html = writeGalleryPage([], [], [], [filmStrip(there)]);
  expect(html).toContain(filmStrip(there));
  expect(html).not.toContain(filmStrip(missing));
  expect(html.split(command)).toHaveLength(2);
});

test('a new gallery keeps the film strips and nothing else', () => {
  expect(filmedPaths.map((path) => isFilmStrip(filmStrip(path)))).toEqual([true, true]);
  expect(['accounts', 'index.html', 'sign-in-en-390-light.png'].filter(isFilmStrip)).toEqual([]);
});
