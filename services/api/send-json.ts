import type { FastifyReply } from 'fastify';

/** Sends what is JSON already, past the serialiser of the route's schema. */
export const sendJson = (reply: FastifyReply, json: Buffer | string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json);
