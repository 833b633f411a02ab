import type { Readable } from 'node:stream';
import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { WireReader } from '../protobuf/wire-reader.ts';
import { type LogEntry, type RawEntry, readLogEntry, readRawEntry } from './log-entry.ts';

const { StreamsClient, StreamsService } = streamsGrpc;
const { read: readMethod } = StreamsService;

/** What comes of one answer of Read. */
interface Answer<Entry> {
  readonly event: Entry | undefined;
}

export interface LogRead {
  /** Of `Answer`s; its errors are grpc's own (`storeError`). */
  readonly source: Readable;
  cancel(): void;
}

/**
 * Reads the whole log forwards from a position (inclusive; null = from the start), as db-client's `readAll` does: the same call on
 * the same channel, with its credentials, leader and reconnecting, but without its objects for each message, which cost
 * several times what is in them. Rejects when no node can be found.
 */
export function readLog(client: EventStoreDBClient, position: bigint | null): Promise<LogRead> {
  return read<LogEntry>(client, position, readLogEntry);
}

/** The same with the bytes of each event as they were stored. */
export function readRawLog(client: EventStoreDBClient, position: bigint | null): Promise<LogRead> {
  return read<RawEntry>(client, position, readRawEntry);
}

async function read<Entry>(
  client: EventStoreDBClient,
  position: bigint | null,
  entryOf: (answer: WireReader) => Entry | undefined,
): Promise<LogRead> {
  // biome-ignore lint/complexity/useLiteralKeys: db-client makes its own calls by these two; brackets, since they are protected.
  const metadataAndOptions = client['callArguments']({ requiresLeader: true }, { deadline: Infinity });
  // biome-ignore lint/complexity/useLiteralKeys: as above.
  const create = client['GRPCStreamCreator'](StreamsClient, 'readLog', (grpc) =>
    grpc.makeServerStreamRequest(
      readMethod.path,
      readMethod.requestSerialize,
      (bytes: Buffer): Answer<Entry> => ({ event: entryOf(new WireReader(bytes)) }),
      requestFrom(position),
      ...metadataAndOptions,
    ),
  );
  const call = await create();
  return { source: call, cancel: () => call.cancel() };
}

/** An error of a read as db-client would tell it. */
export function storeError(error: unknown): unknown {
  return error instanceof Error ? convertToCommandError(error) : error;
}

function requestFrom(position: bigint | null): InstanceType<typeof streams.ReadReq> {
  const all = new streams.ReadReq.Options.AllOptions();
  if (position === null) all.setStart(new shared.Empty());
  else {
    const from = new streams.ReadReq.Options.Position();
    from.setCommitPosition(position.toString());
    from.setPreparePosition(position.toString());
    all.setPosition(from);
  }
  const uuids = new streams.ReadReq.Options.UUIDOption();
  uuids.setString(new shared.Empty());
  const options = new streams.ReadReq.Options();
  options.setAll(all);
  options.setReadDirection(streams.ReadReq.Options.ReadDirection.FORWARDS);
  options.setResolveLinks(false);
  options.setCount(Number.MAX_SAFE_INTEGER.toString());
  options.setUuidOption(uuids);
  options.setNoFilter(new shared.Empty());
  const request = new streams.ReadReq();
  request.setOptions(options);
  return request;
}
