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
import { MAX_APPEND_SIZE } from './limits.ts';

const CHUNKS_WITHIN_MS = 2_000;
/** A client that sends more than this ahead of our answers has to wait. */
const PAUSE_BYTES = 32 * 1024 * 1024;

const FAULTS: Readonly<Record<ProposalFault, string>> = {
  'bad-id': 'The event id is missing or no UUID.',
  'empty-type': 'The event type is empty.',
  'missing-metadata': "The metadata properties 'type' and 'content-type' are required.",
};

interface OpenBatch {
  readonly correlation: Buffer;
  readonly correlationId: string;
  readonly stream: string;
  readonly expected: NonNullable<BatchOptions['expected']>;
  readonly events: ProposedEvent[];
  dataSize: number;
  bytes: number;
  timer: NodeJS.Timeout | undefined;
}

/** One BatchAppend call: appends in chunks, told apart by their correlation ids, for as long as the client likes. */
export class BatchAppendCall {
  readonly #call: Call;
  readonly #writer: LogWriter;
  readonly #open = new Map<string, OpenBatch>();
  #answers: Buffer[] = [];
  #due = 0;
  #waitingBytes = 0;
  #paused = false;
  #halfClosed = false;

  constructor(call: Call, writer: LogWriter) {
    this.#call = call;
    this.#writer = writer;
    call.receive(
      (message) => this.#chunk(readBatchChunk(message, Date.now())),
      () => this.#onHalfClose(),
    );
    call.onClose(() => {
      for (const batch of this.#open.values()) clearTimeout(batch.timer);
      this.#open.clear();
    });
  }

  #chunk(chunk: BatchChunk): void {
    const batch = this.#batchOf(chunk);
    if (!batch) return;
    for (const event of chunk.events) {
      if (typeof event === 'string') {
        if (!chunk.options) throw handlerException();
        this.#refuse(batch, { name: 'BadRequest', message: FAULTS[event] });
        return;
      }
      batch.dataSize += event.data.length;
      batch.bytes += event.data.length + event.customMetadata.length;
      batch.events.push(event);
    }
    if (batch.dataSize > MAX_APPEND_SIZE) {
      this.#refuse(batch, { name: 'MaximumAppendSizeExceeded', limit: MAX_APPEND_SIZE });
    } else if (chunk.isFinal) {
      this.#submit(batch);
    }
  }

  /** The batch that a chunk belongs to; undefined when there is none, or it was answered at once. */
  #batchOf(chunk: BatchChunk): OpenBatch | undefined {
    const { correlation, correlationId, options } = chunk;
    const open = correlationId === undefined ? undefined : this.#open.get(correlationId);
    if (open || !options) return open;
    const stream = options.stream ?? '';
    const badRequest = (message: string): undefined => {
      this.#answer(encodeBatchFailure(correlation, stream, { name: 'BadRequest', message }));
    };
    if (correlationId === undefined) return badRequest('The correlation id is missing or no UUID.');
    if (stream === '') return badRequest('The stream name is empty.');
    if (!options.expected) return badRequest('The expected stream position is missing or impossible.');
    const batch: OpenBatch = {
      correlation,
      correlationId,
      stream,
      expected: options.expected,
      events: [],
      dataSize: 0,
      bytes: 0,
      timer: undefined,
    };
    const now = Date.now();
    const left = (options.deadline ?? now + CHUNKS_WITHIN_MS) - now;
    if (left <= 0) {
      this.#timeOut(batch);
      return undefined;
    }
    if (!chunk.isFinal) {
      batch.timer = setTimeout(() => this.#timeOut(batch), Math.min(left, CHUNKS_WITHIN_MS));
      this.#open.set(correlationId, batch);
    }
    return batch;
  }

  #submit(batch: OpenBatch): void {
    this.#forget(batch);
    this.#due++;
    this.#waitingBytes += batch.bytes;
    if (this.#waitingBytes > PAUSE_BYTES && !this.#paused) {
      this.#paused = true;
      this.#call.pause();
    }
    const { stream, expected, events } = batch;
    const done = (result: WriteResult): void => this.#onWritten(batch, result);
    this.#writer.submit({ kind: 'append', stream, expected, events, done });
  }

  #onWritten(batch: OpenBatch, result: WriteResult): void {
    this.#due--;
    this.#waitingBytes -= batch.bytes;
    if (this.#paused && this.#waitingBytes < PAUSE_BYTES / 2) {
      this.#paused = false;
      this.#call.resume();
    }
    const { correlation, stream, expected } = batch;
    switch (result.kind) {
      case 'written':
        this.#answer(encodeBatchSuccess(correlation, stream, result.revision, result.position));
        return;
      case 'wrongVersion': {
        const { current } = result;
        this.#answer(
          encodeBatchFailure(correlation, stream, { name: 'WrongExpectedVersion', expected, current }),
        );
        return;
      }
      case 'deleted':
        this.#answer(encodeBatchFailure(correlation, stream, { name: 'StreamDeleted' }));
        return;
      case 'unavailable':
        // There is no answer for this; ending the call makes every append that waits on it fail.
        this.#flush();
        this.#call.fail(unavailableError());
        return;
    }
  }

  #refuse(batch: OpenBatch, error: BatchError): void {
    this.#forget(batch);
    this.#answer(encodeBatchFailure(batch.correlation, batch.stream, error));
  }

  #timeOut(batch: OpenBatch): void {
    this.#forget(batch);
    const correlation = encodeStructuredCorrelation(batch.correlationId);
    this.#answer(encodeBatchFailure(correlation, batch.stream, { name: 'Timeout' }));
  }

  #forget(batch: OpenBatch): void {
    clearTimeout(batch.timer);
    this.#open.delete(batch.correlationId);
  }

  /** Answers of one commit leave together. */
  #answer(frame: Buffer): void {
    this.#answers.push(frame);
    if (this.#answers.length === 1) queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    const [first, ...more] = this.#answers;
    if (!first) return;
    this.#call.write(more.length === 0 ? first : Buffer.concat(this.#answers));
    this.#answers = [];
    if (this.#halfClosed && this.#due === 0) this.#call.end();
  }

  // As a real server does: without an answer due, the call stays open.
  #onHalfClose(): void {
    this.#halfClosed = true;
  }
}
