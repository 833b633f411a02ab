import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { connectRedis } from '#infra/queue/redis-connection.ts';
import { inContainers } from '../containers/in-containers.ts';

/** Whether this machine can start a Redis. */
export const hasRedisServer =
  inContainers || spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

export interface RedisServer {
  readonly port: number;
  /** Deletes all data, as a lost disk does. */
  loseAll(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Redis that no other test uses. */
export async function startRedisServer(): Promise<RedisServer> {
  const { port, stop } = inContainers ? await startContainer() : await startProcess();
  const redis = connectRedis(`redis://127.0.0.1:${port}`, 'producers', () => {});
  await redis.ping();
  return {
    port,
    async loseAll() {
      await redis.flushall();
    },
    async stop() {
      redis.disconnect();
      await stop();
    },
  };
}

async function startContainer() {
  // Imported here only, because testcontainers loads slowly.
  const { createRedisContainer } = await import('../containers/servers.ts');
  const { server, url } = await createRedisContainer();
  await server.start();
  return { port: Number(new URL(url).port), stop: () => server.remove() };
}

/** Starts an installed Redis without persistence. */
async function startProcess() {
  const port = await findFreePort();
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
  const exited = once(server, 'exit');
  return {
    port,
    async stop() {
      server.kill('SIGTERM');
      await exited;
    },
  };
}
