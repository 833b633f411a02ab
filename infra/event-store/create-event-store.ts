import type { Logger } from '../logging/logger.ts';
import { hasMetrics, measure } from '../telemetry/metrics.ts';
import { inSpan, isTracing } from '../telemetry/spans.ts';
import { createAppender } from './appender.ts';
import { createCodec, type EventSealer } from './codec.ts';
import { type Connection, createConnection } from './connection.ts';
import { readAllEvents } from './read-all.ts';
import { readStoredStream } from './read-stream.ts';
import { assertRegistry, type EventRegistry } from './registry.ts';
import { getStreamCategory } from './stream-category.ts';
import { Subscription } from './subscription.ts';
import {
  type AppendResult,
  type EventShape,
  type EventStore,
  EventStoreUnavailable,
  VersionConflict,
} from './types.ts';

/** Connects to an EventStoreDB or KurrentDB cluster or to the embedded node. */
export function createEventStore<E extends EventShape>(options: {
  connectionString: string;
  registry: EventRegistry<E>;
  sealer: EventSealer;
  logger: Logger;
}): EventStore<E> {
  const { connectionString, registry, logger } = options;
  assertRegistry(registry);
  const codec = createCodec(registry, options.sealer);
  const appender = createAppender(connectionString, logger);
  const reads = createConnection(connectionString);
  // Each subscription and each read of the whole log has its own, since a paused one blocks its connection.
  const idle: Connection[] = [];
  const subscriptions = new Set<Subscription<E>>();

  return {
    async append(stream, expected, events, context) {
      return observeAppend(stream, events.length, async () =>
        appender.append(stream, expected, await codec.encode(stream, events, context)),
      );
    },

    async readStream(stream, fromRevision = 0n, maxCount) {
      const stored = await readStoredStream(reads, stream, fromRevision, maxCount);
      if (stored === null) return { events: [], revision: null };
      const events = await codec.decode(stored);
      const revision = stored.at(-1)?.revision ?? (fromRevision > 0n ? fromRevision - 1n : null);
      return { events, revision };
    },

    async *readAll(position, batchSize = 1_000) {
      const connection = idle.pop() ?? createConnection(connectionString);
      try {
        yield* readAllEvents(connection, codec, position, batchSize);
      } finally {
        idle.push(connection);
      }
    },

    subscribe(request) {
      const connection = idle.pop() ?? createConnection(connectionString);
      const subscription = new Subscription(connection, codec, request, logger);
      subscriptions.add(subscription);
      return {
        async stop() {
          if (!subscriptions.delete(subscription)) return;
          await subscription.stop();
          idle.push(connection);
        },
      };
    },

    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      subscriptions.clear();
      await appender.close();
      await Promise.all([reads, ...idle].map((connection) => connection.close()));
    },
  };
}

/** Runs an append in a span and measures its duration, both by the stream's category. */
async function observeAppend(
  stream: string,
  events: number,
  append: () => Promise<AppendResult>,
): Promise<AppendResult> {
  if (!isTracing() && !hasMetrics()) return append();
  const category = getStreamCategory(stream);
  const attributes = { 'tideline.stream.category': category, 'tideline.events': events };
  return inSpan(`append ${category}`, { kind: 'client', attributes }, async () => {
    const started = performance.now();
    const observe = (result: string) =>
      measure('tideline_append_duration_seconds', (performance.now() - started) / 1_000, {
        category,
        result,
      });
    try {
      const result = await append();
      observe('ok');
      return result;
    } catch (error) {
      if (error instanceof VersionConflict) observe('conflict');
      else observe(error instanceof EventStoreUnavailable ? 'unavailable' : 'error');
      throw error;
    }
  });
}
