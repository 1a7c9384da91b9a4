import type { FastifyInstance } from 'fastify';
import { invalid } from '../problem.ts';
import { readEmail, readFields, readText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';

export function registerMarketing(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/web/v1/marketing/emails/events/register', (request, reply) => {
    const fields = readFields(request);
    const type = readText(fields, 'event_type');
    const email = readEmail(fields, 'email');
    sandbox.world.events.push({ event_type: type, email, event_params: readParameters(fields.event_params) });
    return reply.send({});
  });

  app.post('/web/v1/marketing/download-app-installer', (request, reply) => {
    const fields = readFields(request);
    const identity = readText(fields, 'app_identity');
    const { analytics_data = {} } = fields;
    if (typeof analytics_data !== 'object' || analytics_data === null)
      throw invalid('analytics_data must be an object');
    const file = identity.toLowerCase().includes('macos') ? 'skerry-vpn.dmg' : 'skerry-vpn-setup.exe';
    return reply.send({ download_url: Buffer.from(`${sandbox.origin()}/installers/${file}`).toString('base64') });
  });

  app.get('/web/v1/geoip/ip/info', (_request, reply) =>
    reply.send({ ip: '203.0.113.7', country: { iso_code: 'SE', name: 'Sweden' }, city: 'Gothenburg' }),
  );
}

/** Simulates the installers with a small file. */
export function registerInstallers(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/installers/:file', (request, reply) =>
    reply
      .header('content-disposition', `attachment; filename="${request.params.file.replace(/[^\w.-]/g, '')}"`)
      .type('application/octet-stream')
      .send(Buffer.from('The sandbox has no real installer.\n')),
  );
}

interface Parameter {
  readonly name: string;
  readonly value: string;
}

function readParameters(value: unknown): readonly Parameter[] {
  if (!Array.isArray(value)) throw invalid('event_params must be a list');
  return value.map((parameter: unknown) => {
    if (!isParameter(parameter)) throw invalid('event_params must be pairs of name and value');
    return { name: parameter.name, value: parameter.value };
  });
}

const isParameter = (value: unknown): value is Parameter =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'value' in value &&
  typeof value.value === 'string';
