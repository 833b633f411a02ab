import type { Server, ServerCredentials } from '@grpc/grpc-js';

/** Starts a gRPC server on a free port of 127.0.0.1 and returns the port. */
export function listen(server: Server, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (error, port) => (error ? reject(error) : resolve(port)));
  });
}
