import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { toolPolicy } from './content-policy.ts';

/** `GET /api/docs`: the OpenAPI page, generated from the zod schemas of every route registered after this. */
export async function registerDocumentation(app: FastifyInstance, studioName: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${studioName} booking API`,
        version: '1',
        description:
          'Members, the timetable, passes and bookings. Errors share one shape: success, error, code, requestId, issues.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: toolPolicy });
}
