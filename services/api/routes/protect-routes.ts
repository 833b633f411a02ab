import type { FastifySchema, onRequestAsyncHookHandler } from 'fastify';

/** Creates the options of routes behind `onRequest`, which have this tag and a bearer token in the OpenAPI document. */
export const protectRoutes =
  (onRequest: onRequestAsyncHookHandler, tag: string) =>
  <const Schema extends FastifySchema>(schema: Schema) => ({
    onRequest,
    schema: { tags: [tag], security: [{ bearer: [] }], ...schema },
  });
