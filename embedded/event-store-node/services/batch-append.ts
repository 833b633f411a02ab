import type { Call } from '../grpc/call.ts';
import { handlerException, unavailableError } from '../grpc/status.ts';
import type { LogWriter } from '../log/log-writer.ts';
import type { ProposedEvent, WriteResult } from '../log/write-request.ts';
import {
  type BatchChunk,
  type BatchError,
  type BatchOptions,
  encodeBatchFailure,
  encodeBatchSuccess,
  encodeStructuredCorrelation,
  readBatchChunk,
} from '../proto/batch-messages.ts';
import type { ProposalFault } from '../proto/proposed-message.ts';
import { AppendSize } from './append-size.ts';

const CHUNKS_TIMEOUT_MS = 2_000;
/** The call is paused while a client has more unanswered bytes than this. */
const PAUSE_BYTES = 32 * 1024 * 1024;
/** The approximate memory of an incomplete batch without its stream name and events. */
const EMPTY_BATCH_BYTES = 512;

const FAULTS: Readonly<Record<ProposalFault, string>> = {
  'bad-id': 'The event id is missing or not a UUID.',
  'empty-type': 'The event type is empty.',
  'missing-metadata': "The metadata properties 'type' and 'content-type' are required.",
};

interface OpenBatch {
  readonly correlation: Buffer;
  readonly correlationId: string;
  readonly stream: string;
  readonly expected: NonNullable<BatchOptions['expected']>;
  readonly events: ProposedEvent[];
  readonly size: AppendSize;
  /** The memory that is counted for it while it is incomplete. */
  heldBytes: number;
  timer: NodeJS.Timeout | undefined;
}

/** Handles a BatchAppend call, which carries any number of appends. Each comes in chunks with the same correlation id. */
export class BatchAppendCall {
  readonly #call: Call;
  readonly #writer: LogWriter;
  readonly #open = new Map<string, OpenBatch>();
  #responses: Buffer[] = [];
  #unansweredCount = 0;
  #unansweredBytes = 0;
  #isPaused = false;
  #isHalfClosed = false;

  constructor(call: Call, writer: LogWriter) {
    this.#call = call;
    this.#writer = writer;
    call.receive(
      (message) => this.#onChunk(readBatchChunk(message, Date.now())),
      () => this.#onHalfClose(),
      { endless: true },
    );
    call.onClose(() => {
      for (const batch of this.#open.values()) clearTimeout(batch.timer);
      this.#open.clear();
    });
  }

  #onChunk(chunk: BatchChunk): void {
    const batch = this.#findOrOpenBatch(chunk);
    if (!batch) return;
    for (const event of chunk.events) {
      if (typeof event === 'string') {
        if (!chunk.options) throw handlerException();
        this.#reject(batch, { name: 'BadRequest', message: FAULTS[event] });
        return;
      }
      const limit = batch.size.add(batch.stream, event);
      if (limit !== undefined) {
        this.#reject(batch, { name: 'MaximumAppendSizeExceeded', limit });
        return;
      }
      batch.events.push(event);
    }
    if (chunk.isFinal) this.#submit(batch);
    else this.#keep(batch);
  }

  /** Returns the batch of a chunk; undefined when there is none, or it was answered immediately. */
  #findOrOpenBatch(chunk: BatchChunk): OpenBatch | undefined {
    const { correlation, correlationId, options } = chunk;
    const open = correlationId === undefined ? undefined : this.#open.get(correlationId);
    if (open || !options) return open;
    const stream = options.stream ?? '';
    const badRequest = (message: string): undefined => {
      this.#respond(encodeBatchFailure(correlation, stream, { name: 'BadRequest', message }));
    };
    if (correlationId === undefined) return badRequest('The correlation id is missing or not a UUID.');
    if (stream === '') return badRequest('The stream name is empty.');
    if (!options.expected) return badRequest('The expected stream position is missing or impossible.');
    const batch: OpenBatch = {
      correlation,
      correlationId,
      stream,
      expected: options.expected,
      events: [],
      size: new AppendSize(),
      heldBytes: 0,
      timer: undefined,
    };
    const now = Date.now();
    const leftMs = (options.deadline ?? now + CHUNKS_TIMEOUT_MS) - now;
    if (leftMs <= 0) {
      this.#timeOut(batch);
      return undefined;
    }
    if (!chunk.isFinal) {
      batch.timer = setTimeout(
        () => this.#call.guard(() => this.#timeOut(batch)),
        Math.min(leftMs, CHUNKS_TIMEOUT_MS),
      );
      this.#open.set(correlationId, batch);
    }
    return batch;
  }

  #submit(batch: OpenBatch): void {
    this.#close(batch);
    this.#unansweredCount++;
    this.#unansweredBytes += batch.size.bytes;
    if (this.#unansweredBytes > PAUSE_BYTES && !this.#isPaused) {
      this.#isPaused = true;
      this.#call.pause();
    }
    const { stream, expected, events } = batch;
    const done = (result: WriteResult): void => this.#call.guard(() => this.#onWritten(batch, result));
    this.#writer.submit({ kind: 'append', stream, expected, events, bytes: batch.size.bytes, done });
  }

  #keep(batch: OpenBatch): void {
    const bytes = EMPTY_BATCH_BYTES + batch.stream.length + batch.size.bytes;
    this.#call.keep(bytes - batch.heldBytes);
    batch.heldBytes = bytes;
  }

  #onWritten(batch: OpenBatch, result: WriteResult): void {
    this.#unansweredCount--;
    this.#unansweredBytes -= batch.size.bytes;
    if (this.#isPaused && this.#unansweredBytes < PAUSE_BYTES / 2) {
      this.#isPaused = false;
      this.#call.resume();
    }
    const { correlation, stream, expected } = batch;
    switch (result.kind) {
      case 'written':
        this.#respond(encodeBatchSuccess(correlation, stream, result.revision, result.position));
        return;
      case 'wrongVersion': {
        const { current } = result;
        this.#respond(
          encodeBatchFailure(correlation, stream, { name: 'WrongExpectedVersion', expected, current }),
        );
        return;
      }
      case 'deleted':
        this.#respond(encodeBatchFailure(correlation, stream, { name: 'StreamDeleted' }));
        return;
      case 'unavailable':
        // The protocol has no response for this; ending the call fails all its unanswered appends.
        this.#flush();
        this.#call.fail(unavailableError());
        return;
    }
  }

  #reject(batch: OpenBatch, error: BatchError): void {
    this.#close(batch);
    this.#respond(encodeBatchFailure(batch.correlation, batch.stream, error));
  }

  #timeOut(batch: OpenBatch): void {
    this.#close(batch);
    const correlation = encodeStructuredCorrelation(batch.correlationId);
    this.#respond(encodeBatchFailure(correlation, batch.stream, { name: 'Timeout' }));
  }

  #close(batch: OpenBatch): void {
    clearTimeout(batch.timer);
    this.#open.delete(batch.correlationId);
    this.#call.release(batch.heldBytes);
    batch.heldBytes = 0;
  }

  /** Queues a response; those of one commit are sent in one write. */
  #respond(frame: Buffer): void {
    this.#responses.push(frame);
    if (this.#responses.length === 1) queueMicrotask(() => this.#call.guard(() => this.#flush()));
  }

  #flush(): void {
    const [first, ...more] = this.#responses;
    if (!first) return;
    this.#call.write(more.length === 0 ? first : Buffer.concat(this.#responses));
    this.#responses = [];
    if (this.#isHalfClosed && this.#unansweredCount === 0) this.#call.end();
  }

  // Only the next response ends the call: without one it stays open, as with a real server.
  #onHalfClose(): void {
    this.#isHalfClosed = true;
  }
}
