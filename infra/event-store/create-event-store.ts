import type { Logger } from '../logging/logger.ts';
import { createAppender } from './append.ts';
import { createCodec, type EventSealer } from './codec.ts';
import { type Connection, createConnection } from './connection.ts';
import { readAllRecorded } from './read-all.ts';
import { readRecordedStream } from './read-stream.ts';
import { assertRegistry, type EventRegistry } from './registry.ts';
import { LastingSubscription } from './subscribe.ts';
import { tracedAppend } from './traced-append.ts';
import type { EventShape, EventStore } from './types.ts';

/** An event store behind db-client: an EventStoreDB / KurrentDB cluster or the embedded node, by its connection string. */
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
  // One each for subscriptions and reads of the whole log, since a paused one blocks its connection.
  const idle: Connection[] = [];
  const subscriptions = new Set<LastingSubscription<E>>();

  return {
    async append(stream, expected, events, context) {
      return tracedAppend(stream, events.length, async () => {
        const encoded = await codec.encode(stream, events, context);
        return appender.append(stream, expected, encoded.events, encoded.bytes);
      });
    },

    async readStream(stream, fromRevision = 0n) {
      const recorded = await readRecordedStream(reads, stream, fromRevision);
      if (recorded === null) return { events: [], revision: null };
      const events = await codec.decode(recorded);
      const revision = recorded.at(-1)?.revision ?? (fromRevision > 0n ? fromRevision - 1n : null);
      return { events, revision };
    },

    async *readAll(position, batchSize = 1_000) {
      const connection = idle.pop() ?? createConnection(connectionString);
      try {
        yield* readAllRecorded(connection, codec, position, batchSize);
      } finally {
        idle.push(connection);
      }
    },

    subscribe(request) {
      const connection = idle.pop() ?? createConnection(connectionString);
      const subscription = new LastingSubscription(connection, codec, request, logger);
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
