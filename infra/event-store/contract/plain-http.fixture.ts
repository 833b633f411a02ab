import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { ContractServer } from './contract-server.fixture.ts';

type Server = Pick<ContractServer, 'host' | 'port' | 'address'>;

/** Opens an HTTP/2 connection to the server, with TLS if its address has it. */
export function connectHttp2({ host, port, address: { ca } }: Server): http2.ClientHttp2Session {
  return ca === null
    ? http2.connect(`http://${host}:${port}`)
    : http2.connect(`https://${host}:${port}`, ca === undefined ? {} : { ca });
}

/** Sends GET over HTTP/1.1 on the gRPC port. */
export async function getPlain(
  { host, port, address: { ca, user } }: Server,
  path: string,
): Promise<{ status: number | undefined; contentType: string | undefined; body: string }> {
  const request =
    ca === null
      ? http.get({ host, port, path })
      : https.get({
          host,
          port,
          path,
          ...(ca === undefined ? {} : { ca }),
          ...(user === undefined ? {} : { auth: `${user.username}:${user.password}` }),
        });
  const [response]: http.IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error('No response');
  return {
    status: response.statusCode,
    contentType: response.headers['content-type'],
    body: await text(response),
  };
}
