import { randomUUID } from 'node:crypto';
import {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  type EventStoreDBClient,
  StreamDeletedError,
  UnknownError,
} from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { millisecondsInDay } from 'date-fns/constants';
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { JSON_TYPE, type RawEntry } from './log-entry.ts';
import { toCommandError } from './read-call.ts';
import { type AppendResult, type ExpectedRevision, VersionConflict } from './types.ts';

const { StreamsClient } = streamsGrpc;
const { BatchAppendReq } = streams;
type Request = InstanceType<typeof BatchAppendReq>;
type Response = InstanceType<typeof streams.BatchAppendResp>;
type Status = NonNullable<ReturnType<Response['getError']>>;

/** Far in the future, so that a server with another clock does not refuse the append; callers have their own timeouts. */
const DEADLINE_MS = millisecondsInDay;

/** An event in the bytes that go over the wire. */
export type RawEvent = Pick<RawEntry, 'id' | 'type' | 'isJson' | 'data' | 'metadata'>;

interface Pending {
  readonly stream: string;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One BatchAppend call on db-client's channel, with its credentials, leader discovery and reconnection. db-client
 * itself has one such call a client and one table of pending appends for the whole process. When one connection
 * breaks, all of them are rejected, and the next answer on another connection ends the process (decision 0036).
 */
export class AppendCall {
  readonly #call: ClientDuplexStream<Request, Response>;
  readonly #pending = new Map<string, Pending>();
  #endedBy: unknown;

  private constructor(call: ClientDuplexStream<Request, Response>) {
    this.#call = call;
    call.on('data', (response: Response) => this.#settle(response));
    call.on('error', (error: unknown) => this.#end(toCommandError(error)));
    // A server that shuts down in order.
    call.on('end', () => this.#end(new CancelledError()));
  }

  /** Rejects when no node is found. */
  static async open(client: EventStoreDBClient): Promise<AppendCall> {
    // biome-ignore lint/complexity/useLiteralKeys: as in `readCall`; brackets, since they are protected.
    const args = client['callArguments']({ requiresLeader: true }, { deadline: Infinity });
    // biome-ignore lint/complexity/useLiteralKeys: as above.
    const create = client['GRPCStreamCreator'](StreamsClient, 'append', (grpc) => grpc.batchAppend(...args));
    return new AppendCall(await create());
  }

  /** Whether the call accepts no more appends. */
  get isOver(): boolean {
    return this.#endedBy !== undefined;
  }

  /**
   * Appends all events or none at the exact revision. The server writes pipelined appends in the order they were sent, and does
   * not write events again that are stored at these places already.
   * @throws VersionConflict; db-client's errors, among them CancelledError for every append pending when the call ends
   */
  append(stream: string, expected: ExpectedRevision, events: readonly RawEvent[]): Promise<AppendResult> {
    if (this.#endedBy !== undefined) return Promise.reject(this.#endedBy);
    const correlation = randomUUID();
    const answer = new Promise<AppendResult>((resolve, reject) =>
      this.#pending.set(correlation, { stream, resolve, reject }),
    );
    this.#call.write(createRequest(correlation, stream, expected, events));
    return answer;
  }

  /** Accepts no more appends, and ends when all pending ones are answered. */
  finish(): void {
    this.#endedBy ??= new CancelledError();
    this.#call.end();
  }

  /** Ends immediately and rejects all pending appends. */
  cancel(): void {
    this.#end(new CancelledError());
    this.#call.cancel();
  }

  #settle(response: Response): void {
    const correlation = response.getCorrelationId()?.getString() ?? '';
    const pending = this.#pending.get(correlation);
    if (pending === undefined) return;
    this.#pending.delete(correlation);
    const { stream, resolve, reject } = pending;
    const error = response.getError();
    const success = response.getSuccess();
    const position = success?.getPosition();
    if (error !== undefined) reject(toAppendError(error, stream));
    else if (success === undefined || position === undefined) {
      reject(new Error(`The stream ${stream} is deleted and accepts no appends`));
    } else {
      resolve({
        revision: BigInt(success.getCurrentRevision()),
        position: BigInt(position.getCommitPosition()),
      });
    }
  }

  #end(error: unknown): void {
    this.#endedBy ??= error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

/** The error for an append that the server refused. */
function toAppendError(error: Status, stream: string): Error {
  switch (error.getDetails()?.getTypeName()) {
    case 'event_store.client.WrongExpectedVersion':
      return new VersionConflict(stream);
    case 'event_store.client.StreamDeleted':
      return StreamDeletedError.fromStreamName(stream);
    case 'event_store.client.AccessDenied':
      return new AccessDeniedError();
    case 'event_store.client.Timeout':
      return new DeadlineExceededError();
    case 'event_store.client.MaximumAppendSizeExceeded':
      return new Error(`The append to ${stream} is too large: ${error.getMessage()}`);
    default:
      return new UnknownError(undefined, error.getMessage());
  }
}

function createRequest(
  correlation: string,
  stream: string,
  expected: ExpectedRevision,
  events: readonly RawEvent[],
): Request {
  const options = new BatchAppendReq.Options();
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream, 'utf8'));
  options.setStreamIdentifier(identifier);
  const deadline = new timestamp.Timestamp();
  deadline.fromDate(new Date(Date.now() + DEADLINE_MS));
  options.setDeadline(deadline);
  if (expected === 'no_stream') options.setNoStream(new shared.Empty());
  else options.setStreamPosition(expected.toString());
  const request = new BatchAppendReq();
  request.setCorrelationId(createUuid(correlation));
  request.setOptions(options);
  for (const event of events) {
    const message = new BatchAppendReq.ProposedMessage();
    message.setId(createUuid(event.id));
    message.getMetadataMap().set('type', event.type);
    message.getMetadataMap().set('content-type', event.isJson ? JSON_TYPE : 'application/octet-stream');
    message.setData(event.data);
    message.setCustomMetadata(event.metadata);
    request.addProposedMessages(message);
  }
  request.setIsFinal(true);
  return request;
}

function createUuid(text: string): InstanceType<typeof shared.UUID> {
  const uuid = new shared.UUID();
  uuid.setString(text);
  return uuid;
}
