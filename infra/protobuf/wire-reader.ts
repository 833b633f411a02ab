/** The bytes are not a protobuf message of the expected kind. */
export class WireFormatError extends Error {}

/** Reads one protobuf message from its bytes (`at` to `end` of them), field by field, without copying. */
export class WireReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;

  constructor(bytes: Buffer, at = 0, end: number = bytes.length) {
    this.#bytes = bytes;
    this.#at = at;
    this.#end = end;
  }

  get done(): boolean {
    return this.#at >= this.#end;
  }

  /** The next field's tag: number × 8 + wire type. */
  tag(): number {
    return this.uint();
  }

  /** An unsigned varint up to 2^53; larger values lose precision (use `uint64` where they may come). */
  uint(): number {
    let result = 0;
    let scale = 1;
    for (let i = 0; i < 10; i++) {
      const byte = this.#byte();
      result += (byte & 0x7f) * scale;
      if (byte < 0x80) return result;
      scale *= 128;
    }
    throw new WireFormatError('varint too long');
  }

  /** An unsigned 64-bit varint, exact. */
  uint64(): bigint {
    // Nearly all values are below 2^49, and reading seven bytes into a number is much faster than into a bigint.
    let low = 0;
    let scale = 1;
    for (let i = 0; i < 7; i++) {
      const byte = this.#byte();
      low += (byte & 0x7f) * scale;
      if (byte < 0x80) return BigInt(low);
      scale *= 128;
    }
    let result = BigInt(low);
    for (let shift = 49n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      result |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, result);
    }
    throw new WireFormatError('varint too long');
  }

  bool(): boolean {
    return this.uint64() !== 0n;
  }

  /** A length-delimited value: a view into the message, not a copy. */
  bytes(): Buffer {
    const start = this.#value();
    return this.#bytes.subarray(start, this.#at);
  }

  /** UTF-8 text; invalid sequences become U+FFFD. */
  text(): string {
    const start = this.#value();
    return this.#bytes.toString('utf8', start, this.#at);
  }

  message(): WireReader {
    const start = this.#value();
    return new WireReader(this.#bytes, start, this.#at);
  }

  skip(tag: number): void {
    switch (tag & 7) {
      case 0:
        this.uint64();
        return;
      case 1:
        this.#advance(8);
        return;
      case 2:
        this.#value();
        return;
      case 5:
        this.#advance(4);
        return;
      default:
        throw new WireFormatError(`unknown wire type ${tag & 7}`);
    }
  }

  /** Skips a length-delimited value and returns its start; it ends at the reader's position. */
  #value(): number {
    const length = this.uint();
    const start = this.#at;
    if (start + length > this.#end) throw new WireFormatError('value cut off');
    this.#at = start + length;
    return start;
  }

  #byte(): number {
    const byte = this.#at < this.#end ? this.#bytes[this.#at++] : undefined;
    if (byte === undefined) throw new WireFormatError('message cut off');
    return byte;
  }

  #advance(length: number): void {
    this.#at += length;
    if (this.#at > this.#end) throw new WireFormatError('message cut off');
  }
}
