import type { FastifyInstance } from 'fastify';

/**
 * Ends each connection with its next answer while the process shuts down. A proxy with keep-alive connections could otherwise send
 * a request while the connection is being closed, and would not know whether the request was executed.
 */
export function registerDrain(app: FastifyInstance, isShuttingDown: () => boolean): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isShuttingDown()) reply.header('connection', 'close');
    done();
  });
}
