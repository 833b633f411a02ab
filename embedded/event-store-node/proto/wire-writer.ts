const TWO_63 = 2 ** 63;
const PREFIX_BYTES = 5;

/**
 * Writes protobuf messages into a reused buffer, and returns copies. Numbers are unsigned and exact up to 2^53; 2^63 is written as
 * 2^63-1 (the revision of a tombstone).
 */
export class WireWriter {
  #scratch: Buffer = Buffer.allocUnsafeSlow(64 * 1024);
  #at = 0;

  /** Begins a new message. */
  begin(): this {
    this.#at = PREFIX_BYTES;
    return this;
  }

  /** Returns the message with gRPC's prefix of five bytes. */
  frame(): Buffer {
    this.#scratch[0] = 0;
    this.#scratch.writeUInt32BE(this.#at - PREFIX_BYTES, 1);
    return Buffer.from(this.#scratch.subarray(0, this.#at));
  }

  /** Returns the message without a prefix, to be put into another message. */
  body(): Buffer {
    return Buffer.from(this.#scratch.subarray(PREFIX_BYTES, this.#at));
  }

  uint(field: number, value: number): this {
    this.#ensureRoom(20);
    this.#varint(field << 3);
    this.#varint(value);
    return this;
  }

  uint64(field: number, value: bigint): this {
    this.#ensureRoom(20);
    this.#varint(field << 3);
    let rest = BigInt.asUintN(64, value);
    while (rest > 0x7fn) {
      this.#scratch[this.#at++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#scratch[this.#at++] = Number(rest);
    return this;
  }

  text(field: number, value: string): this {
    // A UTF-16 unit is at most three bytes of UTF-8.
    const maxBytes = value.length * 3;
    this.#ensureRoom(maxBytes + 20);
    this.#varint(field * 8 + 2);
    if (maxBytes < 0x80) {
      const length = this.#scratch.write(value, this.#at + 1, 'utf8');
      this.#scratch[this.#at] = length;
      this.#at += length + 1;
    } else {
      this.#varint(Buffer.byteLength(value, 'utf8'));
      this.#at += this.#scratch.write(value, this.#at, 'utf8');
    }
    return this;
  }

  bytes(field: number, value: Buffer): this {
    this.#ensureRoom(value.length + 20);
    this.#varint(field * 8 + 2);
    this.#varint(value.length);
    value.copy(this.#scratch, this.#at);
    this.#at += value.length;
    return this;
  }

  empty(field: number): this {
    this.#ensureRoom(20);
    this.#varint(field * 8 + 2);
    this.#scratch[this.#at++] = 0;
    return this;
  }

  /** Begins a nested message, which ends with `close(mark)`. Returns the mark. */
  open(field: number): number {
    this.#ensureRoom(20);
    this.#varint(field * 8 + 2);
    return this.#at++;
  }

  close(mark: number): this {
    const length = this.#at - mark - 1;
    if (length < 0x80) {
      this.#scratch[mark] = length;
      return this;
    }
    // `open` left one byte for the length; the body moves to make room for a longer one.
    const extra = varintLength(length) - 1;
    this.#ensureRoom(extra);
    this.#scratch.copyWithin(mark + 1 + extra, mark + 1, this.#at);
    const end = this.#at + extra;
    this.#at = mark;
    this.#varint(length);
    this.#at = end;
    return this;
  }

  #varint(value: number): void {
    if (value >= TWO_63) {
      this.#scratch.fill(0xff, this.#at, this.#at + 8);
      this.#at += 8;
      this.#scratch[this.#at++] = 0x7f;
      return;
    }
    let rest = value;
    while (rest > 0x7fffffff) {
      this.#scratch[this.#at++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    while (rest > 0x7f) {
      this.#scratch[this.#at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#scratch[this.#at++] = rest;
  }

  #ensureRoom(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#scratch.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#scratch.length * 2));
    this.#scratch.copy(larger, 0, 0, this.#at);
    this.#scratch = larger;
  }
}

function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 128)) length++;
  return length;
}
