import type { StreamReader } from './read-stream-as-of.ts';

/** A reader of the log up to a position, which can separate two events of the same instant. */
export const limitToPosition = (eventStore: StreamReader, position: bigint): StreamReader => ({
  readStream: async (stream) => {
    const read = await eventStore.readStream(stream);
    return { ...read, events: read.events.filter((event) => event.position <= position) };
  },
});
