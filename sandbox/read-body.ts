import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid } from './problem.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Parses JSON (an empty body counts as an empty object), and forms of the sandbox's own pages. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {});
    try {
      return done(null, JSON.parse(String(body)));
    } catch {
      return done(invalid('malformed JSON'));
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

export function readFields(request: FastifyRequest): Fields {
  const body: unknown = request.body === undefined ? {} : request.body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('the body must be a JSON object');
  return body as Fields;
}

/** Reads a required string; an empty string counts as missing. */
export function readText(fields: Fields, name: string): string {
  const value = fields[name];
  if (value === undefined || value === null || value === '') throw invalid(`${name} is missing`);
  if (typeof value !== 'string') throw invalid(`${name} must be a string`);
  return value;
}

/** Reads an optional string. */
export function readOptionalText(fields: Fields, name: string): string {
  const value = fields[name] ?? '';
  if (typeof value !== 'string') throw invalid(`${name} must be a string`);
  return value;
}

export function readOneOf<const Value extends string>(fields: Fields, name: string, values: readonly Value[]): Value {
  const text = readText(fields, name);
  const found = values.find((value) => value === text);
  if (found === undefined) throw invalid(`${name} must be one of ${values.join(', ')}`);
  return found;
}

const address = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;

/** Reads an email in lower case, so that each address has one account. */
export function readEmail(fields: Fields, name: string): string {
  const email = readText(fields, name).trim().toLowerCase();
  if (!address.test(email) || email.length > 254) throw invalid(`${name} is not an email address`);
  return email;
}
