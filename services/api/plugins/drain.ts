import type { FastifyInstance } from 'fastify';

/**
 * Once the process is about to end, each answer ends its connection. A proxy that keeps connections would otherwise send a
 * request on one of them at the very moment at which we close it, and can't know whether it was done.
 */
export function registerDrain(app: FastifyInstance, isLeaving: () => boolean): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isLeaving()) reply.header('connection', 'close');
    done();
  });
}
