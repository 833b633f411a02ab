import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { askRedis } from '../ask-redis.ts';
import { inContainers } from '../containers/in-containers.ts';
import { waitFor } from '../wait-for.ts';

/** Whether a Redis can be started here. */
export const hasRedisServer =
  inContainers || spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

export interface RedisServer {
  readonly port: number;
  /** Takes away all it holds, as a lost disk does. */
  loseAll(): Promise<void>;
  stop(): Promise<void>;
}

/** A Redis of the test's own. */
export async function startRedisServer(): Promise<RedisServer> {
  const { port, stop } = inContainers ? await startContainer() : await startProcess();
  return {
    port,
    async loseAll() {
      const answer = await askRedis(port, 'FLUSHALL');
      if (answer !== '+OK') throw new Error(`Redis answered ${answer}`);
    },
    stop,
  };
}

async function startContainer() {
  // Only here, because it takes its time to load.
  const { redisContainer } = await import('../containers/servers.ts');
  const { server, url } = await redisContainer();
  await server.start();
  return { port: Number(new URL(url).port), stop: () => server.remove() };
}

/** It keeps nothing on disk. */
async function startProcess() {
  const port = await findFreePort();
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
  const exited = once(server, 'exit');
  await waitFor(async () => (await askRedis(port, 'PING')) === '+PONG');
  return {
    port,
    async stop() {
      server.kill('SIGTERM');
      await exited;
    },
  };
}
