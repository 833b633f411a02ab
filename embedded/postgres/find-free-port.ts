import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below where systems take the ports of outgoing connections from, so that none of those takes one that was found free. */
const LOWEST = 10_000;
const HIGHEST = 30_000;
const TRIES = 20;

/** A port on 127.0.0.1 that is free now: the wanted one if it is, else any. */
export async function findFreePort(wanted?: number): Promise<number> {
  if (wanted !== undefined && (await isFree(wanted))) return wanted;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${TRIES} ports was free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
