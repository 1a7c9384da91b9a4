import Fastify, { type FastifyPluginAsync } from 'fastify';
import { expect, test } from 'vitest';
import { errorHandlerPlugin } from '../../gateway/http/error-handler.ts';
import { jsonBodyPlugin } from '../../gateway/http/json-body.ts';
import { clientFilesPlugin } from '../../gateway/pages/client-files.ts';
import { pagesPlugin } from '../../gateway/pages/pages.ts';
import { wellKnownPlugin } from '../../gateway/pages/well-known.ts';
import { clientAddressPlugin } from '../../gateway/policy/client-address.ts';
import { overloadPlugin } from '../../gateway/policy/overload.ts';
import { rateLimitPlugin } from '../../gateway/policy/rate-limit.ts';
import { requestShapePlugin } from '../../gateway/policy/request-shape.ts';
import { sameOriginPlugin } from '../../gateway/policy/same-origin.ts';
import { unknownRoutesPlugin } from '../../gateway/policy/unknown-routes.ts';
import { redisPlugin } from '../../gateway/redis/plugin.ts';
import { browserReportsPlugin } from '../../gateway/routes/browser-reports.ts';
import { callsPlugin } from '../../gateway/routes/calls.ts';
import { extensionPlugin } from '../../gateway/routes/extension.ts';
import { oauthRedirectsPlugin } from '../../gateway/routes/oauth.ts';
import { sessionRoutesPlugin } from '../../gateway/routes/session.ts';
import { signInByUrlPlugin } from '../../gateway/routes/sign-in-by-url.ts';
import { visitCookiesPlugin } from '../../gateway/routes/visit-cookies.ts';
import { sessionPlugin } from '../../gateway/session/session.ts';

// Registration order is policy: a plugin fails to start without the plugins whose hooks must run before its own.
test.each(
  Object.entries({
    'browser-reports': [browserReportsPlugin, 'telemetry'],
    calls: [callsPlugin, 'route-policy'],
    'client-address': [clientAddressPlugin, 'telemetry'],
    'client-files': [clientFilesPlugin, 'pages'],
    'error-handler': [errorHandlerPlugin, 'telemetry'],
    extension: [extensionPlugin, 'route-policy'],
    'json-body': [jsonBodyPlugin, 'error-handler'],
    'oauth-redirects': [oauthRedirectsPlugin, 'route-policy'],
    overload: [overloadPlugin, 'error-handler'],
    pages: [pagesPlugin, 'session'],
    'rate-limit': [rateLimitPlugin, 'error-handler'],
    redis: [redisPlugin, 'telemetry'],
    'request-shape': [requestShapePlugin, 'error-handler'],
    'same-origin': [sameOriginPlugin, 'error-handler'],
    session: [sessionPlugin, 'telemetry'],
    'session-routes': [sessionRoutesPlugin, 'route-policy'],
    'sign-in-by-url': [signInByUrlPlugin, 'route-policy'],
    'unknown-routes': [unknownRoutesPlugin, 'error-handler'],
    'visit-cookies': [visitCookiesPlugin, 'session'],
    'well-known': [wellKnownPlugin, 'route-policy'],
  } as const),
)('%s does not start without %o', async (name, [plugin, needed]) => {
  const registered = Fastify().register(plugin as FastifyPluginAsync);
  await expect(registered).rejects.toThrow(`The dependency '${needed}' of plugin '${name}' is not registered`);
});
