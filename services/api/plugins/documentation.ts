import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Config } from '#infra/config/config.ts';
import type { Authentication } from './authentication.ts';
import { toolPolicy } from './content-policy.ts';
import { bearerFromCookie } from './staff-cookie.ts';

/**
 * `GET /api/docs`: the OpenAPI page, generated from the zod schemas of every route registered after this. On a public site it is for
 * admins, since it lists every call and field of the staff.
 */
export async function registerDocumentation(
  app: FastifyInstance,
  config: Config,
  authentication: Authentication,
): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${config.studio.name} booking API`,
        version: '1',
        description:
          'Members, the timetable, passes and bookings. Errors share one shape: success, error, code, requestId, issues.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(async (scope) => {
    if (config.isBehindTls) {
      scope.addHook('onRequest', bearerFromCookie(config));
      scope.addHook('onRequest', authentication.requireStaff());
    }
    await scope.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: toolPolicy });
  });
}
