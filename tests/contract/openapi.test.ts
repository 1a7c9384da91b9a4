import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { tabulateCalls } from '../../scripts/calls-table.ts';
import { describeApi } from '../../scripts/openapi.ts';
import { fromRoot } from '../../scripts/root.ts';

test('docs/openapi.json is what `npm run contract` writes', async () => {
  expect(JSON.parse(await readFile(fromRoot('docs/openapi.json'), 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(describeApi())),
  );
});

test('docs/calls.md is what `npm run contract` writes', async () => {
  expect(await readFile(fromRoot('docs/calls.md'), 'utf8')).toBe(tabulateCalls());
});

test('docs/openapi.json is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(fromRoot('docs/openapi.json'))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('the validator objects to a document with a mistake', async () => {
  const mistaken = { ...describeApi(), paths: { '/web/v1/profile': { get: { responses: 'many' } } } };
  expect((await new Validator().validate(mistaken)).valid).toBe(false);
});

test('docs/openapi.json holds every call of the table, with an example for each body', () => {
  const { paths } = JSON.parse(JSON.stringify(describeApi())) as { paths: Record<string, Record<string, Operation>> };
  for (const [name, { method, path }] of Object.entries(calls)) {
    const operation = paths[path]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    const bodies = [operation?.requestBody, ...Object.values(operation?.responses ?? {})].filter(
      (body) => body?.content,
    );
    for (const body of bodies) {
      const content = body?.content?.['application/json'];
      expect(content?.example ?? content?.examples, name).toBeDefined();
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
