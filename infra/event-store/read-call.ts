import type { Readable } from 'node:stream';
import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { WireReader } from '../protobuf/wire-reader.ts';

const { StreamsClient, StreamsService } = streamsGrpc;
const { read: readMethod } = StreamsService;

/** The content of one response of Read. */
interface ReadResponse<Entry> {
  readonly event: Entry | undefined;
}

export interface ReadCall {
  /** Emits `ReadResponse`s; its errors are grpc's own (`toCommandError`). */
  readonly source: Readable;
  cancel(): void;
}

/** Which events to read; everything else is the same in all requests. */
export type ReadOptions = InstanceType<typeof streams.ReadReq.Options>;

/**
 * A Read call on db-client's channel, with its credentials, leader discovery and reconnection. It does not create
 * db-client's objects for each message, which cost several times as much as decoding the event (decision 0022).
 * Rejects when no node is found.
 */
export async function readCall<Entry>(
  client: EventStoreDBClient,
  options: ReadOptions,
  decode: (response: WireReader) => Entry | undefined,
): Promise<ReadCall> {
  // biome-ignore lint/complexity/useLiteralKeys: db-client makes its own calls by these two; brackets, since they are protected.
  const metadataAndOptions = client['callArguments']({ requiresLeader: true }, { deadline: Infinity });
  // biome-ignore lint/complexity/useLiteralKeys: as above.
  const create = client['GRPCStreamCreator'](StreamsClient, 'read', (grpc) =>
    grpc.makeServerStreamRequest(
      readMethod.path,
      readMethod.requestSerialize,
      (bytes: Buffer): ReadResponse<Entry> => ({ event: decode(new WireReader(bytes)) }),
      createRequest(options),
      ...metadataAndOptions,
    ),
  );
  const call = await create();
  return { source: call, cancel: () => call.cancel() };
}

/** Converts grpc's error of a call to db-client's error for it. */
export function toCommandError(error: unknown): unknown {
  return error instanceof Error ? convertToCommandError(error) : error;
}

function createRequest(options: ReadOptions): InstanceType<typeof streams.ReadReq> {
  const uuids = new streams.ReadReq.Options.UUIDOption();
  uuids.setString(new shared.Empty());
  options.setUuidOption(uuids);
  options.setReadDirection(streams.ReadReq.Options.ReadDirection.FORWARDS);
  options.setResolveLinks(false);
  options.setCount(Number.MAX_SAFE_INTEGER.toString());
  options.setNoFilter(new shared.Empty());
  const request = new streams.ReadReq();
  request.setOptions(options);
  return request;
}
