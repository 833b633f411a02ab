import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { asHeaderValue, GrpcError, Status, type StatusCode, toGrpcError } from './status.ts';

/** With more unsent bytes than this, a call is congested. */
const HIGH_WATER_BYTES = 64 * 1024;
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const PREFIX_BYTES = 5;

/** The server's side of one gRPC call: receives messages, sends messages, and ends with a status. */
export class Call {
  readonly headers: IncomingHttpHeaders;
  readonly #stream: ServerHttp2Stream;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #unsentBytes = 0;
  #hasResponded = false;
  #isEnded = false;
  #isClosed = false;
  readonly #drainWaiters: (() => void)[] = [];
  readonly #closeListeners: (() => void)[] = [];

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders) {
    this.headers = headers;
    this.#stream = stream;
    stream.on('error', () => {});
    stream.on('close', () => this.#close());
    this.#startDeadline(headers['grpc-timeout']);
  }

  /** Whether this side ended the call or the client disconnected. */
  get isOver(): boolean {
    return this.#isEnded || this.#isClosed;
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

  /** Passes on every message of the client, then its end. An error that a listener throws ends the call. */
  receive(onMessage: (message: Buffer) => void, onEnd: () => void): void {
    this.#stream.on('data', (chunk: Buffer) => this.#guard(() => this.#readMessages(chunk, onMessage)));
    this.#stream.on('end', () => {
      if (this.isOver) return;
      if (this.#pendingBytes > 0) this.fail(new GrpcError(Status.internal, 'Incomplete message.'));
      else this.#guard(onEnd);
    });
  }

  /** Passes on the message of a call that has exactly one. */
  receiveOne(handler: (message: Buffer) => void | Promise<void>): void {
    let message: Buffer | undefined;
    this.receive(
      (received) => {
        if (message) throw new GrpcError(Status.internal, 'Too many messages.');
        message = received;
      },
      () => {
        if (!message) throw new GrpcError(Status.internal, 'Incomplete message.');
        const result = handler(message);
        if (result) result.catch((error: unknown) => this.fail(error));
      },
    );
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
    if (!this.#hasResponded) {
      this.#hasResponded = true;
      this.#stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    }
    const size = frames.length;
    this.#unsentBytes += size;
    this.#stream.write(frames, () => {
      this.#unsentBytes -= size;
      if (!this.isCongested) this.#resolveDrainWaiters();
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

  /** Ends the call with HTTP 404, for an unknown service. */
  rejectUnknownService(): void {
    this.#isEnded = true;
    this.#stream.respond({ ':status': 404 }, { endStream: true });
    this.#stream.resume();
  }

  #finish(code: StatusCode, message: string, extra: Readonly<Record<string, string>>): void {
    if (this.isOver) return;
    this.#isEnded = true;
    this.#resolveDrainWaiters();
    const trailers: Record<string, string> = { 'grpc-status': String(code) };
    if (message) trailers['grpc-message'] = encodeMessage(message);
    for (const [key, value] of Object.entries(extra)) trailers[key] = asHeaderValue(value);
    if (!this.#hasResponded) {
      this.#stream.respond(
        { ':status': 200, 'content-type': 'application/grpc', ...trailers },
        { endStream: true },
      );
    } else {
      this.#stream.once('wantTrailers', () => this.#stream.sendTrailers(trailers));
      this.#stream.end();
    }
    // Discards what the client still sends, because unread data would keep the stream open.
    this.#stream.resume();
  }

  #readMessages(chunk: Buffer, onMessage: (message: Buffer) => void): void {
    if (this.isOver) return;
    let bytes = chunk;
    if (this.#pendingBytes > 0) {
      this.#pending.push(chunk);
      this.#pendingBytes += chunk.length;
      if (this.#pendingBytes < this.#bytesOfPendingMessage()) return;
      bytes = Buffer.concat(this.#pending);
      this.#pending = [];
      this.#pendingBytes = 0;
    }
    let at = 0;
    while (bytes.length - at >= PREFIX_BYTES) {
      const length = readMessageLength(bytes, at);
      if (bytes.length - at - PREFIX_BYTES < length) break;
      onMessage(bytes.subarray(at + PREFIX_BYTES, at + PREFIX_BYTES + length));
      if (this.isOver) return;
      at += PREFIX_BYTES + length;
    }
    if (at < bytes.length) {
      this.#pending = [bytes.subarray(at)];
      this.#pendingBytes = bytes.length - at;
    }
  }

  /** The size of the incomplete message with its prefix; only the prefix while that is incomplete too. */
  #bytesOfPendingMessage(): number {
    const first = this.#pending[0];
    if (!first || first.length < PREFIX_BYTES) return PREFIX_BYTES;
    return PREFIX_BYTES + readMessageLength(first, 0);
  }

  #guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.fail(error);
    }
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

  #close(): void {
    this.#isClosed = true;
    this.#pending = [];
    this.#resolveDrainWaiters();
    for (const listener of this.#closeListeners.splice(0)) listener();
  }
}

function readMessageLength(bytes: Buffer, at: number): number {
  if (bytes[at] !== 0) throw new GrpcError(Status.unimplemented, 'Compressed messages are not supported.');
  const length = bytes.readUInt32BE(at + 1);
  if (length > MAX_MESSAGE_BYTES) {
    throw new GrpcError(Status.unknown, 'Received message exceeds the maximum size.');
  }
  return length;
}

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
