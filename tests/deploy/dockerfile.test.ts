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

test('the rules report every violation in a careless Dockerfile', () => {
  const careless = `
FROM node
WORKDIR app
ADD . .
ENV COOKIE_KEYS=sesame
RUN apt-get install tzdata
RUN curl https://example.com/install
EXPOSE 80
COPY --from=nowhere a b c
USER node
CMD node main.js`;
  expect(checkDockerfile(careless)).toEqual({
    'DL3000 WORKDIR is an absolute path': [3],
    'DL3002 the last USER is a number other than root': [10],
    'DL3006, DL3007 a base image has a tag other than latest': [2],
    'a base image is pinned by digest': [2],
    'DL3011 a port is between 1024 and 65535': [8],
    'DL3020 COPY instead of ADD': [4],
    'DL3021 COPY with several sources has a target that ends with a slash': [9],
    'DL3022 COPY --from names an earlier stage': [9],
    'DL3025 commands are in JSON form, without a shell': [11],
    'DL3009, DL3014, DL3015 apt-get installs without questions, recommendations and leftovers': [6],
    'DL3027 only apt-get and npm ci install packages': [7],
    'DL3057 an image has a HEALTHCHECK': [0],
    'an image that runs has a base without a shell': [2],
    'no RUN, SHELL or VOLUME in an image without a shell': [6, 7],
    'an image has a STOPSIGNAL': [0],
    'no secret in ARG or ENV': [5],
  });
});

test.each([
  'node:24-trixie-slim',
  'gcr.io/distroless/nodejs24-debian13:debug',
  'gcr.io/distroless/nodejs24-debian13:debug-nonroot',
])('the Dockerfile breaks a rule if its images run in %s, which has a shell', async (image) => {
  const dockerfile = (await readDockerfile()).replaceAll('gcr.io/distroless/nodejs24-debian13:nonroot', image);
  const { line } = parseStages(dockerfile).find(({ name }) => name === 'node') ?? {};
  expect(checkDockerfile(dockerfile)).toEqual({ 'an image that runs has a base without a shell': [line] });
});

test('the default build target is the gateway, without any file of the sandbox', async () => {
  const stages = parseStages(await readDockerfile());
  expect(stages.at(-1)?.name).toBe('gateway');
  expect(lineage(stages, 'gateway').map(({ name }) => name)).not.toContain('sandbox');
  expect((await stepsOf('gateway')).filter(({ text }) => text.includes('sandbox'))).toEqual([]);
});

test('the image contains every build file that the gateway reads outside the client folder', async () => {
  const source = await readFile(fromRoot('gateway/pages/pages.ts'), 'utf8');
  const files = [...source.matchAll(/'\.\.\/([\w.-]+\.json)'/g)].map(([, file]) => file);
  expect(files).toHaveLength(2);
  const copied = (await stepsOf('gateway')).map(({ text }) => text).join('\n');
  for (const file of files) expect(copied).toContain(`/dist/${file} `);
});

test('the build and the runtime image have the same major version of Node.js', async () => {
  const bases = parseStages(await readDockerfile()).map(({ base }) => /^node:(\d+)|nodejs(\d+)-/.exec(base));
  const majors = new Set(bases.filter((match) => match !== null).map(([, build, run]) => Number(build ?? run)));
  expect([...majors]).toEqual([24]);
});

test('the image has the standard labels, with the version of package.json', async () => {
  const { version } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'));
  const steps = await stepsOf('gateway');
  expect(steps.find(({ keyword }) => keyword === 'ARG')?.text).toBe(`VERSION=${version}`);
  const label = steps.find(({ keyword }) => keyword === 'LABEL')?.text ?? '';
  const names = [...label.matchAll(/org\.opencontainers\.image\.([\w.]+)=/g)].map(([, name]) => name);
  expect(names).toEqual(['title', 'description', 'version', 'revision', 'created', 'base.name']);
  const base = parseStages(await readDockerfile()).find(({ name }) => name === 'node')?.base ?? '';
  expect(label).toContain(`base.name="${base.replace(/@.*/, '')}"`);
});

test('the exposed ports are the default ports of the gateway', async () => {
  const example = await readFile(fromRoot('.env.example'), 'utf8');
  const ports = ['PORT', 'ADMIN_PORT'].map((name) => new RegExp(`^${name}=(\\d+)`, 'm').exec(example)?.[1]);
  expect((await stepsOf('gateway')).find(({ keyword }) => keyword === 'EXPOSE')?.text).toBe(ports.join(' '));
});

test('the image starts the gateway with the variables and flags of `npm start`', async () => {
  const { scripts } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'));
  const lastStep = async (keyword: string) =>
    (await stepsOf('gateway')).findLast((step) => step.keyword === keyword)?.text ?? '';
  const [variables, command] = [await lastStep('ENV'), await lastStep('CMD')];
  expect([variables, 'node', ...JSON.parse(command)].join(' ')).toBe(scripts.start);
});

test('the build context contains only what the build needs: no .env file, tests or Git history', async () => {
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
