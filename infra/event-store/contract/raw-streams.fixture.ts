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
import { callMetadata, channelCredentials, type ServerAddress } from './server-address.fixture.ts';

export interface CallEnd {
  readonly code: status;
  readonly details: string;
  readonly trailers: Record<string, MetadataValue>;
}

/** The streams service by the client's own definitions, without the client. */
export class RawStreams {
  readonly #client: InstanceType<typeof streamsGrpc.StreamsClient>;

  readonly #metadata: Metadata;

  constructor({ host, port }: { host: string; port: number }, address: ServerAddress) {
    this.#client = new streamsGrpc.StreamsClient(`${host}:${port}`, channelCredentials(address));
    this.#metadata = callMetadata(address);
  }

  close(): void {
    this.#client.close();
  }

  /** Appends by the unary call: the messages as they are given. */
  async append(
    messages: readonly InstanceType<typeof streams.AppendReq>[],
  ): Promise<{ response?: InstanceType<typeof streams.AppendResp>; end: CallEnd }> {
    return await new Promise((resolve) => {
      const call = this.#client.append(this.#metadata, (error, response) => {
        if (error) resolve({ end: endOf(error) });
        else resolve({ response, end: OK });
      });
      for (const message of messages) call.write(message);
      call.end();
    });
  }

  /** Reads until the call ends, or until `enough` says so and the call is cancelled. */
  async read(
    request: ReadReq,
    enough: (messages: readonly ReadResp[]) => boolean = () => false,
  ): Promise<{ messages: ReadResp[]; end: CallEnd }> {
    return await new Promise((resolve) => {
      const messages: ReadResp[] = [];
      const call = this.#client.read(request, this.#metadata);
      call.on('data', (message: ReadResp) => {
        messages.push(message);
        if (enough(messages)) call.cancel();
      });
      call.on('error', (error: ServiceError) => resolve({ messages, end: endOf(error) }));
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

/** One Read call that goes on. */
export class RawSubscription {
  readonly messages: ReadResp[] = [];
  readonly call: ClientReadableStream<ReadResp>;
  end: CallEnd | undefined;

  constructor(call: ClientReadableStream<ReadResp>) {
    this.call = call;
    call.on('data', (message: ReadResp) => this.messages.push(message));
    call.on('error', (error: ServiceError) => {
      this.end = endOf(error);
    });
  }

  /** What has come, each message in a word: events as `stream@revision`, checkpoints as `checkpoint:commit/prepare`. */
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
  readonly answers: BatchAppendResp[] = [];
  readonly call: ClientDuplexStream<BatchAppendReq, BatchAppendResp>;
  end: CallEnd | undefined;

  constructor(call: ClientDuplexStream<BatchAppendReq, BatchAppendResp>) {
    this.call = call;
    call.on('data', (answer: BatchAppendResp) => this.answers.push(answer));
    call.on('error', (error: ServiceError) => {
      this.end = endOf(error);
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

function endOf(error: ServiceError): CallEnd {
  return { code: error.code, details: error.details, trailers: error.metadata.getMap() };
}
