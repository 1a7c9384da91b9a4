import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { tabulateCalls } from '../../scripts/calls-table.ts';
import { describeApi } from '../../scripts/openapi.ts';
import { fromRoot } from '../../scripts/root.ts';
import { lintWithRedocly, lintWithSpectral } from './lint-openapi.ts';

const readDocument = async () => JSON.parse(await readFile(fromRoot('docs/openapi.json'), 'utf8'));

test('docs/openapi.json is what `npm run contract` writes', async () => {
  expect(await readDocument()).toEqual(JSON.parse(JSON.stringify(describeApi())));
});

test('docs/calls.md is what `npm run contract` writes', async () => {
  expect(await readFile(fromRoot('docs/calls.md'), 'utf8')).toBe(tabulateCalls());
});

test('docs/openapi.json is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(fromRoot('docs/openapi.json'))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('the validator rejects an invalid document', async () => {
  const invalid = { ...describeApi(), paths: { '/web/v1/profile': { get: { responses: 'many' } } } };
  expect((await new Validator().validate(invalid)).valid).toBe(false);
});

test('docs/openapi.json passes the recommended rules of Spectral and Redocly', async () => {
  const document = await readDocument();
  expect(await lintWithSpectral(document)).toEqual([]);
  expect(await lintWithRedocly(document)).toEqual([]);
});

test('Spectral reports an operation without a tag, and Redocly one without a 4xx response', async () => {
  const document = await readDocument();
  const { get: operation } = document.paths['/web/v1/profile'];
  operation.tags = [];
  operation.responses = { '200': operation.responses['200'] };
  expect(await lintWithSpectral(document)).toEqual([
    expect.stringMatching(/^operation-tags at paths\.\/web\/v1\/profile\.get/),
  ]);
  expect(await lintWithRedocly(document)).toEqual([
    expect.stringMatching(/^operation-4xx-response at #\/paths\/~1web~1v1~1profile\/get/),
  ]);
});

test('docs/openapi.json contains every call, with an example of each body', async () => {
  const { paths } = (await readDocument()) as { paths: Record<string, Record<string, Operation>> };
  for (const [name, { method, path }] of Object.entries(calls)) {
    const operation = paths[path]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    const bodies = [operation?.requestBody, ...Object.values(operation?.responses ?? {})];
    for (const { example, examples } of bodies.flatMap((body) => Object.values(body?.content ?? {}))) {
      expect(example ?? examples, name).toBeDefined();
    }
  }
});

interface Body {
  readonly content?: Readonly<Record<string, { readonly example?: unknown; readonly examples?: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}
