import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { backoff } from '../clock/backoff.ts';
import { closeWhenSilent } from './close-when-silent.ts';
import { endClient } from './end-client.ts';

export type Notification = { channel: string; payload: string };
export type Listener = { close(): Promise<void> };

type ListenOptions = {
  /** Called after a connection was lost and is back: notices in between are gone, so read again what they told. */
  onReconnect?: () => void;
};

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2_000;
const ANSWERS_WITHIN_MS = 5_000;

/**
 * Listens to Postgres notices on a connection of its own, which is made anew for ever when it is lost (waiting 50 ms, doubling
 * to 2 s). Resolves when it listens for the first time; while there is no server it waits.
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
        query_timeout: ANSWERS_WITHIN_MS,
        connectionTimeoutMillis: ANSWERS_WITHIN_MS,
      });
      try {
        client.on('error', () => {});
        client.on('notification', ({ channel, payload }) => onNotify({ channel, payload: payload ?? '' }));
        await client.connect();
        for (const channel of channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
        return client;
      } catch {
        await endClient(client);
        await delay(backoff(attempt, FIRST_WAIT_MS, LONGEST_WAIT_MS), undefined, { signal: closing.signal });
      }
    }
  }

  async function keepListening(first: pg.Client): Promise<void> {
    let client = first;
    for (;;) {
      await untilLost(client, closing.signal);
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

/** Waits for the end of the connection. */
async function untilLost(client: pg.Client, closing: AbortSignal): Promise<void> {
  if (closing.aborted) return;
  const lost = Promise.withResolvers<void>();
  client.once('end', lost.resolve);
  client.once('error', () => lost.resolve());
  closing.addEventListener('abort', () => lost.resolve(), { once: true });
  closeWhenSilent(client);
  await lost.promise;
  await endClient(client);
}
