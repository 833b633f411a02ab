import http2, { type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { MessageReader } from './message-reader.ts';
import type { RequestMemory } from './request-memory.ts';
import { asHeaderValue, GrpcError, Status, type StatusCode, toGrpcError } from './status.ts';

/** With more unsent bytes than this, a call is congested. */
const HIGH_WATER_BYTES = 64 * 1024;

/** What the calls of a server share. */
export interface CallLimits {
  readonly memory: RequestMemory;
  /** A request, or one message of an endless one, must be complete within this time. */
  readonly requestTimeoutMs: number;
  /** A client that still sends so long after the response is cut off. */
  readonly closeGraceMs: number;
}

/**
 * The server's side of one gRPC call: receives messages, sends messages, and ends with a status. The client may reset the stream or
 * disconnect at any moment. No method throws then: what is sent afterwards is dropped.
 */
export class Call {
  readonly headers: IncomingHttpHeaders;
  readonly #stream: ServerHttp2Stream;
  readonly #limits: CallLimits;
  readonly #reader = new MessageReader();
  /** The memory of the incomplete message, and of what the handler keeps of the request. */
  #readerBytes = 0;
  #heldBytes = 0;
  #requestTimer: NodeJS.Timeout | undefined;
  #unsentBytes = 0;
  #hasResponded = false;
  #isEnded = false;
  #isClosed = false;
  readonly #drainWaiters: (() => void)[] = [];
  readonly #closeListeners: (() => void)[] = [];

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, limits: CallLimits) {
    this.headers = headers;
    this.#stream = stream;
    this.#limits = limits;
    stream.on('error', () => {});
    stream.on('close', () => this.#close());
    stream.on('finish', () => this.#closeAfterGrace());
    this.#startDeadline(headers['grpc-timeout']);
  }

  /** Whether this side ended the call or the client disconnected. */
  get isOver(): boolean {
    return this.#isEnded || this.#isLost;
  }

  /** Whether the client reset the stream or disconnected; the stream reports it later by its 'close' event. */
  get #isLost(): boolean {
    return this.#isClosed || this.#stream.destroyed || this.#stream.closed;
  }

  /** Whether the client is behind; await `waitUntilDrained` before the next write. */
  get isCongested(): boolean {
    return this.#unsentBytes > HIGH_WATER_BYTES;
  }

  /** Calls the listener once, when both sides have ended the call or the connection is lost. */
  onClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#closeListeners.push(listener);
  }

  /** Runs a part of the handler outside `receive`. An error that it throws ends the call, and nothing else. */
  guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * Passes on every message of the client, then its end. An error that a listener throws ends the call. The whole request must arrive
   * in time; if it is `endless`, each message.
   */
  receive(onMessage: (message: Buffer) => void, onEnd: () => void, { endless = false } = {}): void {
    if (!endless) this.#startRequestTimer();
    const onRead = (message: Buffer): boolean => {
      if (endless) this.#stopRequestTimer();
      onMessage(message);
      return !this.isOver;
    };
    this.#stream.on('data', (chunk: Buffer) => {
      if (this.isOver) return;
      this.guard(() => {
        this.#reader.read(chunk, onRead);
        if (this.isOver) return;
        const { pendingBytes } = this.#reader;
        this.#limits.memory.take(pendingBytes - this.#readerBytes);
        this.#readerBytes = pendingBytes;
        if (endless && pendingBytes > 0) this.#startRequestTimer();
      });
    });
    this.#stream.on('end', () => {
      this.#stopRequestTimer();
      if (this.isOver) return;
      if (this.#reader.pendingBytes > 0) this.fail(new GrpcError(Status.internal, 'Incomplete message.'));
      else this.guard(onEnd);
    });
  }

  /** Passes on the message of a call that has exactly one. */
  receiveOne(handler: (message: Buffer) => void | Promise<void>): void {
    let message: Buffer | undefined;
    this.receive(
      (received) => {
        if (message) throw new GrpcError(Status.internal, 'Too many messages.');
        this.keep(received.length);
        message = received;
      },
      () => {
        if (!message) throw new GrpcError(Status.internal, 'Incomplete message.');
        const result = handler(message);
        if (result) result.catch((error: unknown) => this.fail(error));
      },
    );
  }

  /** Counts memory that the handler keeps for an unfinished request, until `release` or the end. @throws GrpcError when it is too much */
  keep(bytes: number): void {
    this.#limits.memory.take(bytes);
    this.#heldBytes += bytes;
  }

  release(bytes: number): void {
    const freed = Math.min(bytes, this.#heldBytes);
    this.#heldBytes -= freed;
    this.#limits.memory.give(freed);
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  /** Sends one or several messages, each with its gRPC prefix. */
  write(frames: Buffer): void {
    if (this.isOver) return;
    this.#send(() => {
      if (!this.#hasResponded) {
        this.#hasResponded = true;
        this.#stream.respond({ ':status': 200, ...CONTENT_TYPE }, { waitForTrailers: true });
      }
      const size = frames.length;
      this.#unsentBytes += size;
      this.#stream.write(frames, () => {
        this.#unsentBytes -= size;
        if (!this.isCongested) this.#resolveDrainWaiters();
      });
    });
  }

  /** Resolves when the call is no longer congested, or is over. */
  async waitUntilDrained(): Promise<void> {
    while (this.isCongested && !this.isOver) {
      await new Promise<void>((resolve) => this.#drainWaiters.push(resolve));
    }
  }

  /** Ends the call with OK. */
  end(): void {
    this.#finish(Status.ok, '', {});
  }

  /** Ends the call with an error. One that is not a GrpcError is reported as an exception in the handler. */
  fail(error: unknown): void {
    const { code, message, trailers } = toGrpcError(error);
    this.#finish(code, message, trailers);
  }

  /** Ends the call with a status of HTTP: 404 for an unknown service, 415 for another protocol. */
  rejectWithHttpStatus(status: 404 | 415): void {
    this.#endWith(() => this.#stream.respond({ ':status': status }, { endStream: true }));
  }

  #finish(code: StatusCode, message: string, extra: Readonly<Record<string, string>>): void {
    const trailers: Record<string, string> = { 'grpc-status': String(code) };
    if (message) trailers['grpc-message'] = encodeMessage(message);
    for (const [key, value] of Object.entries(extra)) trailers[key] = asHeaderValue(value);
    this.#endWith(() => {
      if (!this.#hasResponded) {
        this.#stream.respond({ ':status': 200, ...CONTENT_TYPE, ...trailers }, { endStream: true });
      } else {
        this.#stream.once('wantTrailers', () => this.#send(() => this.#stream.sendTrailers(trailers)));
        this.#stream.end();
      }
    });
  }

  #endWith(respond: () => void): void {
    if (this.isOver) return;
    this.#isEnded = true;
    this.#stopRequestTimer();
    this.#freeMemory();
    this.#resolveDrainWaiters();
    this.#send(respond);
    // Discards what the client still sends, because unread data would keep the stream open.
    this.#stream.resume();
  }

  /** Sends on the stream, unless it is lost. The only place that does: Node throws on a stream that is closed. */
  #send(action: () => void): void {
    if (this.#isLost) return;
    try {
      action();
    } catch {
      this.#stream.destroy();
    }
  }

  /** Closes the stream of a client that goes on sending after the response. */
  #closeAfterGrace(): void {
    const timer = setTimeout(
      () => this.#stream.close(http2.constants.NGHTTP2_NO_ERROR),
      this.#limits.closeGraceMs,
    );
    this.onClose(() => clearTimeout(timer));
  }

  #startRequestTimer(): void {
    this.#requestTimer ??= setTimeout(
      () => this.fail(new GrpcError(Status.deadlineExceeded, 'The request was not complete in time.')),
      this.#limits.requestTimeoutMs,
    );
  }

  #stopRequestTimer(): void {
    clearTimeout(this.#requestTimer);
    this.#requestTimer = undefined;
  }

  #startDeadline(timeout: string | string[] | undefined): void {
    const timeoutMs = typeof timeout === 'string' ? parseTimeoutMs(timeout) : undefined;
    if (timeoutMs === undefined) return;
    const timer = setTimeout(
      () => this.fail(new GrpcError(Status.deadlineExceeded, 'Deadline Exceeded')),
      Math.min(timeoutMs, 2 ** 31 - 1),
    );
    this.onClose(() => clearTimeout(timer));
  }

  #resolveDrainWaiters(): void {
    for (const resolve of this.#drainWaiters.splice(0)) resolve();
  }

  #freeMemory(): void {
    this.#reader.clear();
    this.#limits.memory.give(this.#readerBytes);
    this.#readerBytes = 0;
    this.release(this.#heldBytes);
  }

  #close(): void {
    this.#isClosed = true;
    this.#stopRequestTimer();
    this.#freeMemory();
    this.#resolveDrainWaiters();
    for (const listener of this.#closeListeners.splice(0)) this.guard(listener);
  }
}

const CONTENT_TYPE = { 'content-type': 'application/grpc' };

const TIMEOUT_UNITS_MS: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1_000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

function parseTimeoutMs(timeout: string): number | undefined {
  const parts = /^(\d{1,8})([HMSmun])$/.exec(timeout);
  const unitMs = TIMEOUT_UNITS_MS[parts?.[2] ?? ''];
  return parts && unitMs !== undefined ? Number(parts[1]) * unitMs : undefined;
}

/** Percent-encodes the text as UTF-8, as gRPC prescribes for `grpc-message`. */
function encodeMessage(message: string): string {
  return asHeaderValue(
    message
      .replaceAll('%', '%25')
      .replace(/[^\x20-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed())),
  );
}
