import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type {
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import {
  type ClientDuplexStream,
  type ClientReadableStream,
  type Metadata,
  type MetadataValue,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import {
  createCallMetadata,
  createChannelCredentials,
  type ServerAddress,
} from './server-address.fixture.ts';

export interface CallEnd {
  readonly code: status;
  readonly details: string;
  readonly trailers: Record<string, MetadataValue>;
}

/** The Streams service by db-client's generated definitions, without db-client. */
export class RawStreams {
  readonly #client: InstanceType<typeof streamsGrpc.StreamsClient>;

  readonly #metadata: Metadata;

  constructor({ host, port }: { host: string; port: number }, address: ServerAddress) {
    this.#client = new streamsGrpc.StreamsClient(`${host}:${port}`, createChannelCredentials(address));
    this.#metadata = createCallMetadata(address);
  }

  close(): void {
    this.#client.close();
  }

  /** Sends the messages unchanged in one unary append. */
  async append(
    messages: readonly InstanceType<typeof streams.AppendReq>[],
  ): Promise<{ response?: InstanceType<typeof streams.AppendResp>; end: CallEnd }> {
    return await new Promise((resolve) => {
      const call = this.#client.append(this.#metadata, (error, response) => {
        if (error) resolve({ end: toCallEnd(error) });
        else resolve({ response, end: OK });
      });
      for (const message of messages) call.write(message);
      call.end();
    });
  }

  /** Reads until the call ends or `isEnough` is true, which cancels it. */
  async read(
    request: ReadReq,
    isEnough: (messages: readonly ReadResp[]) => boolean = () => false,
  ): Promise<{ messages: ReadResp[]; end: CallEnd }> {
    return await new Promise((resolve) => {
      const messages: ReadResp[] = [];
      const call = this.#client.read(request, this.#metadata);
      call.on('data', (message: ReadResp) => {
        messages.push(message);
        if (isEnough(messages)) call.cancel();
      });
      call.on('error', (error: ServiceError) => resolve({ messages, end: toCallEnd(error) }));
      call.on('end', () => setImmediate(() => resolve({ messages, end: OK })));
    });
  }

  subscribe(request: ReadReq): RawSubscription {
    return new RawSubscription(this.#client.read(request, this.#metadata));
  }

  batch(): RawBatch {
    return new RawBatch(this.#client.batchAppend(this.#metadata));
  }
}

/** A Read call with a subscription. */
export class RawSubscription {
  readonly messages: ReadResp[] = [];
  readonly call: ClientReadableStream<ReadResp>;
  end: CallEnd | undefined;

  constructor(call: ClientReadableStream<ReadResp>) {
    this.call = call;
    call.on('data', (message: ReadResp) => this.messages.push(message));
    call.on('error', (error: ServiceError) => {
      this.end = toCallEnd(error);
    });
  }

  /** The received messages as text: events as `stream@revision`, checkpoints as `checkpoint:commit/prepare`. */
  get seen(): string[] {
    return this.messages.map((message) => {
      if (message.hasConfirmation()) return 'confirmation';
      if (message.hasCaughtUp()) return 'caughtUp';
      const checkpoint = message.getCheckpoint();
      if (checkpoint)
        return `checkpoint:${checkpoint.getCommitPosition()}/${checkpoint.getPreparePosition()}`;
      const recorded = message.getEvent()?.getLink() ?? message.getEvent()?.getEvent();
      const name = Buffer.from(recorded?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
      return `${name}@${recorded?.getStreamRevision()}`;
    });
  }
}

/** One BatchAppend call. */
export class RawBatch {
  readonly responses: BatchAppendResp[] = [];
  readonly call: ClientDuplexStream<BatchAppendReq, BatchAppendResp>;
  end: CallEnd | undefined;

  constructor(call: ClientDuplexStream<BatchAppendReq, BatchAppendResp>) {
    this.call = call;
    call.on('data', (response: BatchAppendResp) => this.responses.push(response));
    call.on('error', (error: ServiceError) => {
      this.end = toCallEnd(error);
    });
    call.on('end', () => {
      this.end ??= OK;
    });
  }

  send(chunk: BatchAppendReq): void {
    this.call.write(chunk);
  }
}

const OK: CallEnd = { code: status.OK, details: '', trailers: {} };

function toCallEnd(error: ServiceError): CallEnd {
  return { code: error.code, details: error.details, trailers: error.metadata.getMap() };
}
