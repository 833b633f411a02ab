import {
  CancelledError,
  DeadlineExceededError,
  EventStoreDBClient,
  NotLeaderError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';
import { type Channel, connectivityState } from '@grpc/grpc-js';

/** A connection that broke without a sign is noticed within 15 s, also by its subscriptions. db-client warns below 10 s. */
const PING_INTERVAL_MS = 10_000;
const PING_TIMEOUT_MS = 5_000;

/** For the HTTP/2 preface of a server that accepted the connection; a busy machine may take a second. */
const CONNECT_TIMEOUT_MS = 4_000;

let connections = 0;

/**
 * With `esdb+discover` and several hosts db-client asks only the first one for the leader. Without `+discover` it asks them all,
 * so that one of them may be down.
 */
export function discoverByAllHosts(address: string): string {
  return /^esdb\+discover:\/\/[^/?]*,/.test(address) ? address.replace('+discover', '') : address;
}

/** One network connection to the store, replaced by a fresh one when it has failed. */
export interface Connection {
  client(): EventStoreDBClient;
  /** Takes the client that failed, so that many failures of one client replace it once. */
  replace(failed: EventStoreDBClient): void;
  close(): Promise<void>;
}

/**
 * grpc-js shares one connection among channels with equal options. They share its 100 concurrent calls, its growing
 * reconnection delay, and its flow-control window, which a paused reader blocks for all. A keepalive timeout that
 * differs by a millisecond gives each client its own connection. A replaced client therefore starts without the old
 * one's delay.
 */
export function createConnection(connectionString: string): Connection {
  const watched = new WeakSet<Channel>();
  let current = open();

  function open(): EventStoreDBClient {
    connections = (connections + 1) % 5_000;
    const address = discoverByAllHosts(connectionString.trim().replace(/\/+$/, ''));
    const separator = address.includes('?') ? '&' : '?';
    // A follower may lag, and a stale state must not refuse. A setting in the address itself has precedence.
    const leader = address.toLowerCase().includes('nodepreference') ? '' : '&nodePreference=leader';
    return EventStoreDBClient.connectionString(
      `${address}${separator}keepAliveInterval=${PING_INTERVAL_MS}&keepAliveTimeout=${PING_TIMEOUT_MS + connections}${leader}`,
    );
  }

  const replace = (failed: EventStoreDBClient) => {
    if (failed === current) current = open();
  };

  /**
   * grpc-js waits without limit for the preface of a server that accepted the connection, and pings only afterwards. Closing the
   * channel rejects its pending calls as unavailable.
   */
  async function closeIfStuck(client: EventStoreDBClient): Promise<void> {
    // biome-ignore lint/complexity/useLiteralKeys: brackets, since it is private.
    const channel = await client['getChannel']();
    if (watched.has(channel)) return;
    watched.add(channel);
    for (;;) {
      const state = channel.getConnectivityState(false);
      if (state === connectivityState.SHUTDOWN) return;
      const isConnecting = state === connectivityState.CONNECTING;
      const deadline = isConnecting ? Date.now() + CONNECT_TIMEOUT_MS : Infinity;
      if (await waitForStateChange(channel, state, deadline)) continue;
      replace(client);
      channel.close();
    }
  }

  return {
    client() {
      // When no node is found, the caller's own call is rejected.
      void closeIfStuck(current).catch(() => {});
      return current;
    },
    replace,
    close: () => current.dispose(),
  };
}

/** Resolves with false when the state is still the same at the deadline (milliseconds since 1970). */
function waitForStateChange(channel: Channel, state: connectivityState, deadline: number): Promise<boolean> {
  return new Promise((resolve) =>
    channel.watchConnectivityState(state, deadline, (error) => resolve(error === undefined)),
  );
}

/** Whether the outcome of the call is unknown, so that it should be retried. */
export function isUnavailability(error: unknown): boolean {
  return (
    isLostConnection(error) ||
    error instanceof DeadlineExceededError ||
    error instanceof NotLeaderError ||
    error instanceof UnknownError
  );
}

/** Whether the connection and every call on it are lost. */
export function isLostConnection(error: unknown): boolean {
  return (
    error instanceof UnavailableError ||
    error instanceof CancelledError ||
    // When db-client fails to read the server's features, calls are rejected with grpc's own error.
    (error instanceof Error && 'code' in error && typeof error.code === 'number' && 'metadata' in error)
  );
}
