import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { asHeaderValue, GrpcError, Status, type StatusCode, toGrpcError } from './status.ts';

/** Beyond this many unsent bytes a call counts as congested. */
const HIGH_WATER = 64 * 1024;
const MAX_MESSAGE = 64 * 1024 * 1024;
const PREFIX = 5;

/** One gRPC call on the server's side: messages in, messages out, and how it ends. */
export class Call {
  readonly headers: IncomingHttpHeaders;
  readonly #stream: ServerHttp2Stream;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #unsent = 0;
  #responded = false;
  #ended = false;
  #closed = false;
  readonly #drainWaiters: (() => void)[] = [];
  readonly #closeListeners: (() => void)[] = [];

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders) {
    this.headers = headers;
    this.#stream = stream;
    stream.on('error', () => {});
    stream.on('close', () => this.#close());
    this.#startDeadline(headers['grpc-timeout']);
  }

  /** The call is over: ended by us, or gone on the client's side. */
  get over(): boolean {
    return this.#ended || this.#closed;
  }

  /** More was written than the client has taken; wait with `drained` before writing on. */
  get congested(): boolean {
    return this.#unsent > HIGH_WATER;
  }

  /** Called once when the call is over on both sides or was cut off. */
  onClose(listener: () => void): void {
    if (this.#closed) listener();
    else this.#closeListeners.push(listener);
  }

  /** Hears every message of the client, then the end. What the listeners throw ends the call. */
  receive(onMessage: (message: Buffer) => void, onEnd: () => void): void {
    this.#stream.on('data', (chunk: Buffer) => this.#guard(() => this.#take(chunk, onMessage)));
    this.#stream.on('end', () => {
      if (this.over) return;
      if (this.#pendingBytes > 0) this.fail(new GrpcError(Status.internal, 'Incomplete message.'));
      else this.#guard(onEnd);
    });
  }

  /** For a call with exactly one message. */
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

  /** Sends messages that are framed already (one or several in a row). */
  write(frames: Buffer): void {
    if (this.over) return;
    if (!this.#responded) {
      this.#responded = true;
      this.#stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    }
    const size = frames.length;
    this.#unsent += size;
    this.#stream.write(frames, () => {
      this.#unsent -= size;
      if (!this.congested) this.#wake();
    });
  }

  /** Resolves when the client has taken enough, or the call is over. */
  async drained(): Promise<void> {
    while (this.congested && !this.over) {
      await new Promise<void>((resolve) => this.#drainWaiters.push(resolve));
    }
  }

  /** Ends the call with OK. */
  end(): void {
    this.#finish(Status.ok, '', {});
  }

  /** Ends the call with an error; one that is no GrpcError looks like an exception in the handler. */
  fail(error: unknown): void {
    const { code, message, trailers } = toGrpcError(error);
    this.#finish(code, message, trailers);
  }

  /** There is no such service. */
  notFound(): void {
    this.#ended = true;
    this.#stream.respond({ ':status': 404 }, { endStream: true });
    this.#stream.resume();
  }

  #finish(code: StatusCode, message: string, extra: Readonly<Record<string, string>>): void {
    if (this.over) return;
    this.#ended = true;
    this.#wake();
    const trailers: Record<string, string> = { 'grpc-status': String(code) };
    if (message) trailers['grpc-message'] = encodeMessage(message);
    for (const [key, value] of Object.entries(extra)) trailers[key] = asHeaderValue(value);
    if (!this.#responded) {
      this.#stream.respond(
        { ':status': 200, 'content-type': 'application/grpc', ...trailers },
        { endStream: true },
      );
    } else {
      this.#stream.once('wantTrailers', () => this.#stream.sendTrailers(trailers));
      this.#stream.end();
    }
    // What the client still sends is of no interest; unread it would keep the stream open.
    this.#stream.resume();
  }

  #take(chunk: Buffer, onMessage: (message: Buffer) => void): void {
    if (this.over) return;
    let bytes = chunk;
    if (this.#pendingBytes > 0) {
      this.#pending.push(chunk);
      this.#pendingBytes += chunk.length;
      if (this.#pendingBytes < this.#wanted()) return;
      bytes = Buffer.concat(this.#pending);
      this.#pending = [];
      this.#pendingBytes = 0;
    }
    let at = 0;
    while (bytes.length - at >= PREFIX) {
      const length = messageLength(bytes, at);
      if (bytes.length - at - PREFIX < length) break;
      onMessage(bytes.subarray(at + PREFIX, at + PREFIX + length));
      if (this.over) return;
      at += PREFIX + length;
    }
    if (at < bytes.length) {
      this.#pending = [bytes.subarray(at)];
      this.#pendingBytes = bytes.length - at;
    }
  }

  /** How many bytes make the message that is being gathered whole. */
  #wanted(): number {
    const first = this.#pending[0];
    if (!first || first.length < PREFIX) return PREFIX;
    return PREFIX + messageLength(first, 0);
  }

  #guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.fail(error);
    }
  }

  #startDeadline(timeout: string | string[] | undefined): void {
    const ms = typeof timeout === 'string' ? timeoutMs(timeout) : undefined;
    if (ms === undefined) return;
    const timer = setTimeout(
      () => this.fail(new GrpcError(Status.deadlineExceeded, 'Deadline Exceeded')),
      Math.min(ms, 2 ** 31 - 1),
    );
    this.onClose(() => clearTimeout(timer));
  }

  #wake(): void {
    for (const resolve of this.#drainWaiters.splice(0)) resolve();
  }

  #close(): void {
    this.#closed = true;
    this.#pending = [];
    this.#wake();
    for (const listener of this.#closeListeners.splice(0)) listener();
  }
}

function messageLength(bytes: Buffer, at: number): number {
  if (bytes[at] !== 0) throw new GrpcError(Status.unimplemented, 'Compressed messages are not supported.');
  const length = bytes.readUInt32BE(at + 1);
  if (length > MAX_MESSAGE) throw new GrpcError(Status.unknown, 'Received message exceeds the maximum size.');
  return length;
}

const TIMEOUT_UNITS: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1_000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

function timeoutMs(timeout: string): number | undefined {
  const parts = /^(\d{1,8})([HMSmun])$/.exec(timeout);
  const unit = TIMEOUT_UNITS[parts?.[2] ?? ''];
  return parts && unit !== undefined ? Number(parts[1]) * unit : undefined;
}

/** grpc-message is percent-encoded UTF-8. */
function encodeMessage(message: string): string {
  return asHeaderValue(
    message
      .replaceAll('%', '%25')
      .replace(/[^\x20-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed())),
  );
}
