import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { lineage, parseStages, readDockerfile } from '../../scripts/dockerfile.ts';
import { fromRoot } from '../../scripts/root.ts';
import { checkDockerfile } from './container-rules.ts';

const stepsOf = async (stage: string) =>
  lineage(parseStages(await readDockerfile()), stage).flatMap(({ steps }) => steps);

test('the Dockerfile breaks no rule', async () => {
  expect(checkDockerfile(await readDockerfile())).toEqual({});
});

test('the rules find what they look for', () => {
  const careless = `
FROM node
WORKDIR app
ADD . .
ENV COOKIE_KEYS=sesame
RUN apt-get install curl
EXPOSE 80
COPY --from=nowhere a b c
USER node
CMD node main.js`;
  expect(checkDockerfile(careless)).toEqual({
    'DL3000 a working directory is absolute': [3],
    'DL3002 nobody is root in the end, and the user is a number': [9],
    'DL3006, DL3007 a base image has a tag, and not the newest': [2],
    'DL3011 a port is one': [7],
    'DL3020 files are copied, not added': [4],
    'DL3021 what is copied into a folder names it with a slash': [8],
    'DL3022 what is copied from is an earlier stage': [8],
    'DL3025 commands need no shell': [10],
    'DL3027, DL3059 nothing is installed but by npm ci': [6],
    'DL3057 an image says how its health is checked': [0],
    'nothing runs in an image that has no shell': [6],
    'an image says by which signal it ends': [0],
    'no secret is built in': [5],
  });
});

test('the image that is built by default is the gateway, and holds nothing of the sandbox', async () => {
  const stages = parseStages(await readDockerfile());
  expect(stages.at(-1)?.name).toBe('gateway');
  expect(lineage(stages, 'gateway').map(({ name }) => name)).not.toContain('sandbox');
  expect((await stepsOf('gateway')).filter(({ text }) => text.includes('sandbox'))).toEqual([]);
});

test('both stages take the same Node.js, no older than package.json asks for', async () => {
  const bases = parseStages(await readDockerfile()).map(({ base }) => /^node:(\d+)|nodejs(\d+)-/.exec(base));
  const majors = new Set(bases.filter((match) => match !== null).map(([, build, run]) => Number(build ?? run)));
  expect([...majors]).toEqual([24]);
});

test('the image is labelled with the version of package.json', async () => {
  const { version } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'));
  const steps = await stepsOf('gateway');
  expect(steps.find(({ keyword }) => keyword === 'ARG')?.text).toBe(`VERSION=${version}`);
  const label = steps.find(({ keyword }) => keyword === 'LABEL')?.text ?? '';
  const names = [...label.matchAll(/org\.opencontainers\.image\.([\w.]+)=/g)].map(([, name]) => name);
  expect(names).toEqual(['title', 'description', 'version', 'revision', 'created', 'base.name']);
  expect(label).toContain(
    `base.name="${parseStages(await readDockerfile()).find(({ name }) => name === 'node')?.base}"`,
  );
});

test('the ports are those that the gateway listens on by default', async () => {
  const example = await readFile(fromRoot('.env.example'), 'utf8');
  const ports = ['PORT', 'ADMIN_PORT'].map((name) => new RegExp(`^${name}=(\\d+)`, 'm').exec(example)?.[1]);
  expect((await stepsOf('gateway')).find(({ keyword }) => keyword === 'EXPOSE')?.text).toBe(ports.join(' '));
});

test('the image starts the gateway as npm does', async () => {
  const { scripts } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'));
  const command = (await stepsOf('gateway')).findLast(({ keyword }) => keyword === 'CMD')?.text ?? '[]';
  expect(['node', ...JSON.parse(command)].join(' ')).toBe(scripts.start);
});

test('nothing of the environment, the tests or the history comes into a build', async () => {
  const [everything, ...passing] = (await readFile(fromRoot('.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(everything).toBe('*');
  expect(passing.sort()).toEqual([
    '!.npmrc',
    '!client',
    '!gateway',
    '!locales',
    '!package-lock.json',
    '!package.json',
    '!sandbox',
    '!scripts',
    '!shared',
    '!tsconfig.base.json',
  ]);
});
