import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { backoff } from '../clock/backoff.ts';
import { endClient } from './end-client.ts';
import { monitorConnection } from './monitor-connection.ts';

export type Notification = { channel: string; payload: string };
export type Listener = { close(): Promise<void> };

type ListenOptions = {
  /** Called after a reconnection: notifications in between are lost, so read the state again. */
  onReconnect?: () => void;
};

const FIRST_RETRY_DELAY_MS = 50;
const MAX_RETRY_DELAY_MS = 2_000;
const TIMEOUT_MS = 5_000;

/**
 * Listens for Postgres notifications on its own connection and reconnects whenever it is lost, after 50 ms doubling to 2 s.
 * Resolves when it first listens, which may wait for the server.
 */
export async function listen(
  url: string,
  channels: readonly string[],
  onNotify: (notification: Notification) => void,
  options: ListenOptions = {},
): Promise<Listener> {
  const closing = new AbortController();
  let current: pg.Client | undefined;

  async function connect(): Promise<pg.Client> {
    for (let attempt = 0; ; attempt += 1) {
      closing.signal.throwIfAborted();
      const client = new pg.Client({
        connectionString: url,
        application_name: 'tideline listener',
        keepAlive: true,
        query_timeout: TIMEOUT_MS,
        connectionTimeoutMillis: TIMEOUT_MS,
      });
      try {
        client.on('error', () => {});
        client.on('notification', ({ channel, payload }) => onNotify({ channel, payload: payload ?? '' }));
        await client.connect();
        for (const channel of channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
        return client;
      } catch {
        await endClient(client);
        await delay(backoff(attempt, FIRST_RETRY_DELAY_MS, MAX_RETRY_DELAY_MS), undefined, {
          signal: closing.signal,
        });
      }
    }
  }

  async function keepListening(first: pg.Client): Promise<void> {
    let client = first;
    for (;;) {
      await waitUntilLost(client, closing.signal);
      if (closing.signal.aborted) return;
      client = await connect();
      current = client;
      if (closing.signal.aborted) {
        await endClient(client);
        return;
      }
      options.onReconnect?.();
    }
  }

  current = await connect();
  const loop = keepListening(current).catch((error: unknown) => {
    if (!closing.signal.aborted) throw error;
  });
  return {
    async close() {
      closing.abort();
      if (current !== undefined) await endClient(current);
      await loop;
    },
  };
}

/** Resolves when the connection is lost or `closing` is aborted. */
async function waitUntilLost(client: pg.Client, closing: AbortSignal): Promise<void> {
  if (closing.aborted) return;
  const lost = Promise.withResolvers<void>();
  client.once('end', lost.resolve);
  client.once('error', () => lost.resolve());
  closing.addEventListener('abort', () => lost.resolve(), { once: true });
  monitorConnection(client);
  await lost.promise;
  await endClient(client);
}
