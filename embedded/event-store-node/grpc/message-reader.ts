import { GrpcError, Status } from './status.ts';

const PREFIX_BYTES = 5;
/** The largest event and the message around it. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;
const FIRST_BUFFER_BYTES = 4 * 1024;
const EMPTY = Buffer.alloc(0);

/** Cuts the bytes of a call into its messages, which begin with a prefix of five bytes. */
export class MessageReader {
  /** The bytes of an incomplete message. One buffer, because a list of small chunks takes many times their size. */
  #buffer: Buffer = EMPTY;
  #length = 0;

  /** The memory of the incomplete message. */
  get pendingBytes(): number {
    return this.#buffer.length;
  }

  /** Passes on the messages that a chunk completes, until `onMessage` returns false. @throws GrpcError */
  read(chunk: Buffer, onMessage: (message: Buffer) => boolean): void {
    let at = 0;
    if (this.#length > 0) {
      at = this.#fill(chunk);
      if (!this.#isComplete()) return;
      const message = this.#buffer.subarray(PREFIX_BYTES, this.#length);
      this.clear();
      if (!onMessage(message)) return;
    }
    while (chunk.length - at >= PREFIX_BYTES) {
      const end = at + PREFIX_BYTES + readMessageLength(chunk, at);
      if (end > chunk.length) break;
      if (!onMessage(chunk.subarray(at + PREFIX_BYTES, end))) return;
      at = end;
    }
    if (at < chunk.length) this.#append(chunk.subarray(at));
  }

  clear(): void {
    this.#buffer = EMPTY;
    this.#length = 0;
  }

  /** Copies the missing part of the incomplete message. Returns the number of bytes copied. */
  #fill(chunk: Buffer): number {
    let at = 0;
    while (at < chunk.length && !this.#isComplete()) {
      const end = Math.min(chunk.length, at + this.#wantedBytes() - this.#length);
      this.#append(chunk.subarray(at, end));
      at = end;
    }
    return at;
  }

  #isComplete(): boolean {
    return this.#length >= PREFIX_BYTES && this.#length === this.#wantedBytes();
  }

  /** The size of the message with its prefix; only the prefix while that is incomplete too. */
  #wantedBytes(): number {
    return this.#length < PREFIX_BYTES ? PREFIX_BYTES : PREFIX_BYTES + readMessageLength(this.#buffer, 0);
  }

  #append(bytes: Buffer): void {
    const needed = this.#length + bytes.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2, FIRST_BUFFER_BYTES));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    bytes.copy(this.#buffer, this.#length);
    this.#length = needed;
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
