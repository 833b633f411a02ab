import type { Readable } from 'node:stream';
import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { WireReader } from '../protobuf/wire-reader.ts';

const { StreamsClient, StreamsService } = streamsGrpc;
const { read: readMethod } = StreamsService;

/** What comes of one answer of Read. */
interface Answer<Entry> {
  readonly event: Entry | undefined;
}

export interface ReadCall {
  /** Of `Answer`s; its errors are grpc's own (`storeError`). */
  readonly source: Readable;
  cancel(): void;
}

/** Which events; everything else of a request is the same in all of ours. */
export type ReadOptions = InstanceType<typeof streams.ReadReq.Options>;

/**
 * One call of Read, as db-client makes it: the same call on the same channel, with its credentials, leader and reconnecting, but
 * without its objects for each message, which cost several times what is in them. Rejects when no node can be found.
 */
export async function readCall<Entry>(
  client: EventStoreDBClient,
  options: ReadOptions,
  entryOf: (answer: WireReader) => Entry | undefined,
): Promise<ReadCall> {
  // biome-ignore lint/complexity/useLiteralKeys: db-client makes its own calls by these two; brackets, since they are protected.
  const metadataAndOptions = client['callArguments']({ requiresLeader: true }, { deadline: Infinity });
  // biome-ignore lint/complexity/useLiteralKeys: as above.
  const create = client['GRPCStreamCreator'](StreamsClient, 'read', (grpc) =>
    grpc.makeServerStreamRequest(
      readMethod.path,
      readMethod.requestSerialize,
      (bytes: Buffer): Answer<Entry> => ({ event: entryOf(new WireReader(bytes)) }),
      requestOf(options),
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

function requestOf(options: ReadOptions): InstanceType<typeof streams.ReadReq> {
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
