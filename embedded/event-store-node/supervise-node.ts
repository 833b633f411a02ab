import { setTimeout as delay } from 'node:timers/promises';
import { backoff } from '#infra/clock/backoff.ts';
import { type EventStoreNode, type EventStoreNodeOptions, startEventStoreNode } from './start-node.ts';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;
/** A node that ends again so soon is restarted with a delay. */
const SHORT_RUN_MS = 10_000;
const GIVE_UP_AFTER_MS = 60_000;

/** A node that is restarted at the same address until it is stopped. */
export type SupervisedEventStoreNode = Pick<EventStoreNode, 'connectionString' | 'stop'>;

/**
 * Starts a node, and restarts it at the same address as soon as it ends by itself. Clients reconnect and repeat what was not
 * acknowledged. Calls `onFailure` when it could not be restarted for a minute.
 */
export async function superviseEventStoreNode(
  options: EventStoreNodeOptions,
  onFailure: (error: Error) => void,
  giveUpAfterMs: number = GIVE_UP_AFTER_MS,
): Promise<SupervisedEventStoreNode> {
  const first = await startEventStoreNode(options);
  const stopping = new AbortController();
  let current = first;

  async function restart(attempts: number): Promise<EventStoreNode> {
    const since = performance.now();
    for (let attempt = attempts; ; attempt += 1) {
      if (attempt > 0) {
        const delayMs = backoff(attempt - 1, FIRST_DELAY_MS, LONGEST_DELAY_MS);
        await delay(delayMs, undefined, { signal: stopping.signal });
      }
      try {
        const restarted = await startEventStoreNode({ ...options, port: first.port });
        console.error('The event store is running again.');
        return restarted;
      } catch (error) {
        stopping.signal.throwIfAborted();
        console.error(`The event store could not be restarted: ${describe(error)}`);
        if (performance.now() - since > giveUpAfterMs) {
          throw new Error('The event store ended by itself and could not be restarted.', { cause: error });
        }
      }
    }
  }

  async function supervise(): Promise<void> {
    let shortRuns = 0;
    while (!stopping.signal.aborted) {
      const since = performance.now();
      const reason = await current.onExit;
      if (stopping.signal.aborted) return;
      console.error(`The event store ended by itself (${describe(reason)}); restarting it.`);
      shortRuns = performance.now() - since < SHORT_RUN_MS ? shortRuns + 1 : 0;
      current = await restart(shortRuns > 1 ? shortRuns : 0);
    }
  }
  const supervision = supervise().catch((error: unknown) => {
    if (!stopping.signal.aborted) onFailure(error instanceof Error ? error : new Error(String(error)));
  });

  return {
    connectionString: first.connectionString,
    async stop() {
      stopping.abort();
      await current.stop();
      await supervision;
      // A restart may have completed meanwhile.
      await current.stop();
    },
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
