import type { StreamReader } from './read-stream-as-of.ts';

/** Reads as if the log ended at a position, so that a moment between two events of the same instant can be looked at. */
export const limitToPosition = (eventStore: StreamReader, position: bigint): StreamReader => ({
  readStream: async (stream) => {
    const read = await eventStore.readStream(stream);
    return { ...read, events: read.events.filter((event) => event.position <= position) };
  },
});
