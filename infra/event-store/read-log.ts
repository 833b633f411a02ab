import type { EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type LogEntry, type RawEntry, readLogEntry, readRawEntry } from './log-entry.ts';
import { type ReadCall, type ReadOptions, readCall } from './read-call.ts';

/** Reads the whole log forwards from a position (inclusive; null = from the start). Rejects when no node can be found. */
export function readLog(client: EventStoreDBClient, position: bigint | null): Promise<ReadCall> {
  return readCall<LogEntry>(client, allFrom(position), readLogEntry);
}

/** The same with the bytes of each event as they were stored. */
export function readRawLog(client: EventStoreDBClient, position: bigint | null): Promise<ReadCall> {
  return readCall<RawEntry>(client, allFrom(position), readRawEntry);
}

function allFrom(position: bigint | null): ReadOptions {
  const all = new streams.ReadReq.Options.AllOptions();
  if (position === null) all.setStart(new shared.Empty());
  else {
    const from = new streams.ReadReq.Options.Position();
    from.setCommitPosition(position.toString());
    from.setPreparePosition(position.toString());
    all.setPosition(from);
  }
  const options = new streams.ReadReq.Options();
  options.setAll(all);
  return options;
}
