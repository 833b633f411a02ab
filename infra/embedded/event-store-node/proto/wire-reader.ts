/** Bytes that are no protobuf message of the expected kind. */
export class WireFormatError extends Error {}

/** Reads one protobuf message from its bytes, field by field, without copying. */
export class WireReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
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
    let result = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
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
    const length = this.uint();
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new WireFormatError('value cut off');
    const value = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return value;
  }

  /** UTF-8 text; invalid sequences become U+FFFD. */
  text(): string {
    return this.bytes().toString('utf8');
  }

  message(): WireReader {
    return new WireReader(this.bytes());
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
        this.bytes();
        return;
      case 5:
        this.#advance(4);
        return;
      default:
        throw new WireFormatError(`unknown wire type ${tag & 7}`);
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new WireFormatError('message cut off');
    return byte;
  }

  #advance(length: number): void {
    this.#at += length;
    if (this.#at > this.#bytes.length) throw new WireFormatError('message cut off');
  }
}
