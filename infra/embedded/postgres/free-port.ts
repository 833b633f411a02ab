import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port on 127.0.0.1 that is free now: the wanted one if it is, else one that the system chooses. */
export async function freePort(wanted?: number): Promise<number> {
  if (wanted !== undefined) {
    const free = await tryPort(wanted).catch(() => undefined);
    if (free !== undefined) return free;
  }
  return tryPort(0);
}

async function tryPort(port: number): Promise<number> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}
