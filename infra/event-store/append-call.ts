import { randomUUID } from 'node:crypto';
import { CancelledError, type EventStoreDBClient, UnknownError } from '@eventstore/db-client';
import { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { millisecondsInDay } from 'date-fns/constants';
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { JSON_TYPE, type RawEntry } from './log-entry.ts';
import { storeError } from './read-call.ts';
import type { Appended, ExpectedRevision } from './types.ts';

const { StreamsClient } = streamsGrpc;
const { BatchAppendReq } = streams;
type Request = InstanceType<typeof BatchAppendReq>;
type Response = InstanceType<typeof streams.BatchAppendResp>;

/** Far off, so that a server whose clock differs does not refuse for that; who waits has its own patience. */
const DEADLINE_MS = millisecondsInDay;

/** An event in the bytes that go over the wire. */
export type RawEvent = Pick<RawEntry, 'id' | 'type' | 'isJson' | 'data' | 'metadata'>;

interface Pending {
  readonly stream: string;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One BatchAppend call: the same call on the same channel, with its credentials, leader and reconnecting, as db-client
 * appends by. But db-client has one such call a client, whose answers it awaits in one table for the whole process: when one
 * connection breaks, the appends of all are rejected, and the next answer that another gets ends the process. And grpc-js
 * sends one message of a call in each turn of the event loop, so that a busy process could append no faster than it turns.
 */
export class AppendCall {
  readonly #call: ClientDuplexStream<Request, Response>;
  readonly #pending = new Map<string, Pending>();
  #over: unknown;

  private constructor(call: ClientDuplexStream<Request, Response>) {
    this.#call = call;
    call.on('data', (answer: Response) => this.#answered(answer));
    call.on('error', (error: unknown) => this.#end(storeError(error)));
    // A server that goes away in good order.
    call.on('end', () => this.#end(new CancelledError()));
  }

  /** Rejects when no node can be found. */
  static async open(client: EventStoreDBClient): Promise<AppendCall> {
    // biome-ignore lint/complexity/useLiteralKeys: as in `readCall`; brackets, since they are protected.
    const args = client['callArguments']({ requiresLeader: true }, { deadline: Infinity });
    // biome-ignore lint/complexity/useLiteralKeys: as above.
    const create = client['GRPCStreamCreator'](StreamsClient, 'append', (grpc) => grpc.batchAppend(...args));
    return new AppendCall(await create());
  }

  /** Nothing can be appended by it any more. */
  get isOver(): boolean {
    return this.#over !== undefined;
  }

  /**
   * Appends all events or none at the exact revision. Appends may be asked for before those in front of them are answered: the
   * server writes them in the order they were sent. Events that are there already in just these places are not written again.
   * @throws db-client's errors: WrongExpectedVersionError, StreamDeletedError, and of every append that waits when the call ends
   */
  append(stream: string, expected: ExpectedRevision, events: readonly RawEvent[]): Promise<Appended> {
    if (this.#over !== undefined) return Promise.reject(this.#over);
    const correlation = randomUUID();
    const answer = new Promise<Appended>((resolve, reject) =>
      this.#pending.set(correlation, { stream, resolve, reject }),
    );
    this.#call.write(requestOf(correlation, stream, expected, events));
    return answer;
  }

  /** Sends no more, and ends when all is answered. */
  finish(): void {
    this.#over ??= new CancelledError();
    this.#call.end();
  }

  /** Ends at once; what waits is rejected. */
  cancel(): void {
    this.#end(new CancelledError());
    this.#call.cancel();
  }

  #answered(answer: Response): void {
    const correlation = answer.getCorrelationId()?.getString() ?? '';
    const pending = this.#pending.get(correlation);
    if (pending === undefined) return;
    this.#pending.delete(correlation);
    const { stream, resolve, reject } = pending;
    const error = answer.getError();
    if (error !== undefined) {
      const isPlain = error.getDetails() === undefined;
      reject(isPlain ? new UnknownError(undefined, error.getMessage()) : unpackToCommandError(error, stream));
      return;
    }
    const success = answer.getSuccess();
    const position = success?.getPosition();
    if (success === undefined || position === undefined)
      reject(new Error(`The stream ${stream} was deleted; it can't be appended to`));
    else
      resolve({
        revision: BigInt(success.getCurrentRevision()),
        position: BigInt(position.getCommitPosition()),
      });
  }

  #end(error: unknown): void {
    this.#over ??= error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

function requestOf(
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
  request.setCorrelationId(uuidOf(correlation));
  request.setOptions(options);
  for (const event of events) {
    const message = new BatchAppendReq.ProposedMessage();
    message.setId(uuidOf(event.id));
    message.getMetadataMap().set('type', event.type);
    message.getMetadataMap().set('content-type', event.isJson ? JSON_TYPE : 'application/octet-stream');
    message.setData(event.data);
    message.setCustomMetadata(event.metadata);
    request.addProposedMessages(message);
  }
  request.setIsFinal(true);
  return request;
}

function uuidOf(text: string): InstanceType<typeof shared.UUID> {
  const uuid = new shared.UUID();
  uuid.setString(text);
  return uuid;
}
