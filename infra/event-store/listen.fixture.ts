import type { Server, ServerCredentials } from '@grpc/grpc-js';

/** Lets a gRPC server listen on a free port of 127.0.0.1, which it answers. */
export function listen(server: Server, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (error, port) => (error ? reject(error) : resolve(port)));
  });
}
