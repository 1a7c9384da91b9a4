import fastify from 'fastify';
import request from 'supertest';
import { expect, test } from 'vitest';
import { codes } from '#shared/problem.ts';
import { Problem } from '../../../gateway/http/problem.ts';
import { type Check, checksPlugin } from '../../../gateway/policy/checks.ts';

const refusal = () => new Problem(codes.permissionDenied, 'No');
const throwing = () => {
  throw new Error('broken');
};

test.each<[string, Check, number, string[]]>([
  ['no problem', () => null, 200, ['first', 'last']],
  ['no problem, asynchronous', async () => null, 200, ['first', 'last']],
  ['a problem', refusal, 403, ['first']],
  ['an asynchronous problem', async () => refusal(), 403, ['first']],
  ['a check that rejects', () => Promise.reject(new Error('broken')), 500, ['first']],
  ['a check that throws', throwing, 500, ['first']],
])('checks run in order and stop at the first problem: %s', async (_name, check, status, expected) => {
  const ran: string[] = [];
  const note = (name: string) => () => {
    ran.push(name);
    return null;
  };
  const app = fastify();
  await app.register(checksPlugin);
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Problem ? error.status : 500).send());
  for (const each of [note('first'), check, note('last')]) app.addCheck(each);
  app.get('/', async () => 'reached');
  await app.ready();
  await request(app.server).get('/').expect(status);
  expect(ran).toEqual(expected);
  await app.close();
});

test('a check that throws after an asynchronous check gets a response and does not crash the process', async () => {
  const app = fastify();
  await app.register(checksPlugin);
  app.addCheck(async () => null);
  app.addCheck(throwing);
  app.get('/', async () => 'reached');
  await app.ready();
  await request(app.server).get('/').expect(500);
  await app.close();
});
