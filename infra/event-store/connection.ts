import {
  CancelledError,
  DeadlineExceededError,
  EventStoreDBClient,
  NotLeaderError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';
import { type Channel, connectivityState } from '@grpc/grpc-js';

/** So a connection that broke without a sign is noticed within 15 s, subscriptions on it too. db-client warns of less. */
const PING_EVERY_MS = 10_000;
const PING_ANSWERED_WITHIN_MS = 5_000;

/** For the first words of a server that has taken a connection; a busy machine may take a second. */
const GREETED_WITHIN_MS = 4_000;

let connections = 0;

/**
 * Of several hosts db-client asks only the first when the address says `esdb+discover`; without that word it asks them all for
 * the leader, and one that is down does no harm.
 */
export function askingEveryHost(address: string): string {
  return /^esdb\+discover:\/\/[^/?]*,/.test(address) ? address.replace('+discover', '') : address;
}

/** One network connection to the store, replaced by a fresh one when it has failed. */
export interface Connection {
  client(): EventStoreDBClient;
  /** Call with the client that failed, so that many failures of one client replace it once. */
  replace(failed: EventStoreDBClient): void;
  close(): Promise<void>;
}

/**
 * grpc-js lets channels with equal options share one connection, with its 100 concurrent calls, its flow-control window (a
 * paused reader would hold up everybody) and its growing delay before reconnecting. So each client gets a connection of its
 * own by a keepalive timeout that differs by a millisecond; a replaced client starts anew without the old one's delay.
 */
export function createConnection(connectionString: string): Connection {
  const watched = new WeakSet<Channel>();
  let current = open();

  function open(): EventStoreDBClient {
    connections = (connections + 1) % 5_000;
    const address = askingEveryHost(connectionString.trim().replace(/\/+$/, ''));
    const separator = address.includes('?') ? '&' : '?';
    // A follower may lag, and a state that lags must not refuse; a setting in the address itself goes first.
    const leader = address.toLowerCase().includes('nodepreference') ? '' : '&nodePreference=leader';
    return EventStoreDBClient.connectionString(
      `${address}${separator}keepAliveInterval=${PING_EVERY_MS}&keepAliveTimeout=${PING_ANSWERED_WITHIN_MS + connections}${leader}`,
    );
  }

  const replace = (failed: EventStoreDBClient) => {
    if (failed === current) current = open();
  };

  /**
   * grpc-js waits for ever for the greeting of a server that has taken a connection, and pings only afterwards. Closing the channel
   * rejects what waits for it as unavailable.
   */
  async function watch(client: EventStoreDBClient): Promise<void> {
    // biome-ignore lint/complexity/useLiteralKeys: brackets, since it is private.
    const channel = await client['getChannel']();
    if (watched.has(channel)) return;
    watched.add(channel);
    for (;;) {
      const state = channel.getConnectivityState(false);
      if (state === connectivityState.SHUTDOWN) return;
      const isConnecting = state === connectivityState.CONNECTING;
      const until = isConnecting ? Date.now() + GREETED_WITHIN_MS : Infinity;
      if (await hasChanged(channel, state, until)) continue;
      replace(client);
      channel.close();
    }
  }

  return {
    client() {
      // Where no node is found, whoever asked for the client is told so by his own call.
      void watch(current).catch(() => {});
      return current;
    },
    replace,
    close: () => current.dispose(),
  };
}

/** False: it is still the same at that time (milliseconds since 1970). */
function hasChanged(channel: Channel, state: connectivityState, until: number): Promise<boolean> {
  return new Promise((resolve) =>
    channel.watchConnectivityState(state, until, (error) => resolve(error === undefined)),
  );
}

/** The call may or may not have been carried out, or never arrived: try it again. */
export function isUnavailability(error: unknown): boolean {
  return (
    isLostConnection(error) ||
    error instanceof DeadlineExceededError ||
    error instanceof NotLeaderError ||
    error instanceof UnknownError
  );
}

/** The connection is gone, and every call on it with it. */
export function isLostConnection(error: unknown): boolean {
  return (
    error instanceof UnavailableError ||
    error instanceof CancelledError ||
    // While the server's features can't be asked, calls fail with grpc's own error.
    (error instanceof Error && 'code' in error && typeof error.code === 'number' && 'metadata' in error)
  );
}
