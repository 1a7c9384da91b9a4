/** Describes the upstream's contract as OpenAPI, for docs/openapi.json. */
import * as z from 'zod/mini';
import * as account from '#shared/account.ts';
import * as billing from '#shared/billing.ts';
import { type Call, type CallName, calls } from '#shared/calls.ts';
import { accountContract } from '#shared/contract/account.ts';
import { billingContract } from '#shared/contract/billing.ts';
import { devicesContract } from '#shared/contract/devices.ts';
import type { DocumentedCall, DocumentedError } from '#shared/contract/documented-call.ts';
import { marketingContract } from '#shared/contract/marketing.ts';
import { signInContract } from '#shared/contract/sign-in.ts';
import { contract } from '#shared/contract.ts';
import * as devices from '#shared/devices.ts';
import * as entity from '#shared/entity.ts';
import { locales } from '#shared/locale.ts';
import * as marketing from '#shared/marketing.ts';
import * as profile from '#shared/profile.ts';
import * as routerSetup from '#shared/router-setup.ts';
import * as signIn from '#shared/sign-in.ts';
import packageJson from '../package.json' with { type: 'json' };

type Json = Readonly<Record<string, unknown>>;

/** The tags of the document. Each has a contract test of the same name. */
export const domains: Readonly<Record<string, { readonly calls: object; readonly description: string }>> = {
  'sign-in': { calls: signInContract, description: 'Signing in and refreshing tokens' },
  account: { calls: accountContract, description: 'The profile, its settings and the end of an account' },
  devices: { calls: devicesContract, description: 'Devices and routers' },
  billing: { calls: billingContract, description: 'The subscription and the payment method' },
  marketing: { calls: marketingContract, description: 'Events, installers and the geo lookup' },
};

const schemaNames = nameSchemas(entity, signIn, account, profile, devices, routerSetup, billing, marketing);

/** The complete document. */
export function describeApi(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: `${packageJson.name}: the upstream API`,
      version: packageJson.version,
      description: 'The calls that the product makes. The gateway forwards them and alone knows the tokens.',
      contact: { name: 'Skerry VPN', url: 'https://skerry.example/support' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [
      { url: 'https://api.skerry.example', description: 'The upstream. The gateway reads it from API_BASE_URL.' },
    ],
    security: [{ accessToken: [] }],
    tags: Object.entries(domains).map(([name, { description }]) => ({ name, description })),
    paths: describePaths(),
    components: {
      securitySchemes: {
        accessToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The bare access token, without a scheme.',
        },
      },
      parameters: {
        AppIdentity: header('App-Identity', { type: 'string' }, 'skerry.site.account'),
        UserLocale: header('User-Locale', { type: 'string', enum: locales }, 'en'),
        TraceId: header('Trace-Id', { type: 'string', format: 'uuid' }, '4f1c1f0e-6f0b-4f7e-9a53-0a6a4a3c9b1d'),
        AppVersion: header('App-Version', { type: 'string' }, '1.0.0'),
      },
      schemas: describeSchemas(),
    },
  };
}

const header = (name: string, schema: Json, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  schema,
  example,
});

const query = (name: string, example: string): Json => ({ name, in: 'query', schema: { type: 'string' }, example });

function describePaths(): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const name of Object.keys(calls) as CallName[]) {
    const call: Call = calls[name];
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: describeCall(name, call, contract[name]) };
  }
  return paths;
}

function describeCall(name: CallName, call: Call, documented: DocumentedCall): Json {
  const { method: _, path: __, ...policy } = call;
  return {
    operationId: name,
    summary: documented.summary,
    description: documented.description,
    tags: Object.keys(domains).filter((domain) => name in (domains[domain]?.calls ?? {})),
    ...(call.access !== 'session' && { security: [] }),
    parameters: [
      { $ref: '#/components/parameters/AppIdentity' },
      { $ref: '#/components/parameters/UserLocale' },
      { $ref: '#/components/parameters/TraceId' },
      ...(call.sendsAppVersion ? [{ $ref: '#/components/parameters/AppVersion' }] : []),
      ...(call.query ?? []).map((name) => query(name, 'true')),
      ...(call.redirects ? [query('app-identity', 'skerry.site.account'), query('locale', 'en')] : []),
    ],
    ...(documented.request && {
      requestBody: { required: true, content: json(reference(documented.request), documented.requestExample) },
    }),
    responses: {
      ...describeSuccess(documented),
      ...describeErrors([...Object.entries(documented.errors), rateLimited]),
    },
    'x-policy': policy,
  };
}

function describeSuccess({ response, responseExample }: DocumentedCall): Json {
  if (response) return { '200': { description: 'Success', content: json(reference(response), responseExample) } };
  const Location = { description: 'The URL of the provider.', schema: { type: 'string', format: 'uri' } };
  const page = { schema: { type: 'string' }, example: '<!doctype html><title>Sign in</title>' };
  return {
    '200': { description: 'The consent page of the provider, where the redirect ends', content: { 'text/html': page } },
    '302': { description: 'Redirect to the provider', headers: { Location } },
  };
}

/** Any call can be refused for its frequency. */
const rateLimited: readonly [string, DocumentedError] = [
  'rateLimited',
  {
    status: 429,
    code: 8,
    message: 'rate limited',
    when: 'There were too many requests; Retry-After says when to try again.',
  },
];

function describeErrors(errors: readonly (readonly [string, DocumentedError])[]): Json {
  const statuses = [...new Set(errors.map(([, error]) => error.status))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const here = errors.filter(([, error]) => error.status === status);
      const examples = here.map(([name, { code, message, when }]) => [
        name,
        { summary: when, value: { code, message } },
      ]);
      return [
        String(status),
        {
          description: here.map(([, error]) => error.when).join(' '),
          content: {
            'application/json': { schema: reference(entity.ErrorBody), examples: Object.fromEntries(examples) },
          },
        },
      ];
    }),
  );
}

const json = (schema: Json, example: unknown): Json => ({ 'application/json': { schema, example } });

function reference(schema: z.core.$ZodType): Json {
  const name = schemaNames.get(schema);
  if (name === undefined) throw new Error('a schema of the contract is not exported');
  return { $ref: `#/components/schemas/${name}` };
}

function describeSchemas(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of schemaNames) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    override: ({ jsonSchema }) => {
      // The format is enough; zod's pattern for it is half a page.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema] as const),
  );
}

/** Names every exported schema after its export. */
function nameSchemas(...modules: readonly Readonly<Record<string, unknown>>[]): Map<z.core.$ZodType, string> {
  return new Map(
    modules
      .flatMap((module) => Object.entries(module))
      .filter((entry): entry is [string, z.core.$ZodType] => entry[1] instanceof z.core.$ZodType)
      .map(([name, schema]) => [schema, name]),
  );
}
