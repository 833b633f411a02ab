const TWO_63 = 2 ** 63;
const GRPC_PREFIX = 5;

/**
 * Writes protobuf messages into one reused scratch buffer and hands out copies.
 * Numbers are unsigned and exact up to 2^53; 2^63 stands for 2^63-1 (the revision of a tombstone).
 */
export class WireWriter {
  #scratch: Buffer = Buffer.allocUnsafeSlow(64 * 1024);
  #at = 0;

  /** Starts a gRPC message: what is written until `frame()` is its body. */
  begin(): this {
    this.#at = GRPC_PREFIX;
    return this;
  }

  /** The message begun last, with gRPC's five bytes before it. */
  frame(): Buffer {
    this.#scratch[0] = 0;
    this.#scratch.writeUInt32BE(this.#at - GRPC_PREFIX, 1);
    return Buffer.from(this.#scratch.subarray(0, this.#at));
  }

  /** The body of the message begun last, alone (to be put into another). */
  body(): Buffer {
    return Buffer.from(this.#scratch.subarray(GRPC_PREFIX, this.#at));
  }

  uint(field: number, value: number): this {
    this.#room(20);
    this.#varint(field << 3);
    this.#varint(value);
    return this;
  }

  uint64(field: number, value: bigint): this {
    this.#room(20);
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
    const most = value.length * 3;
    this.#room(most + 20);
    this.#varint(field * 8 + 2);
    if (most < 0x80) {
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
    this.#room(value.length + 20);
    this.#varint(field * 8 + 2);
    this.#varint(value.length);
    value.copy(this.#scratch, this.#at);
    this.#at += value.length;
    return this;
  }

  empty(field: number): this {
    this.#room(20);
    this.#varint(field * 8 + 2);
    this.#scratch[this.#at++] = 0;
    return this;
  }

  /** A nested message: what is written until `close(mark)` is its body. Answers the mark. */
  open(field: number): number {
    this.#room(20);
    this.#varint(field * 8 + 2);
    return this.#at++;
  }

  close(mark: number): this {
    const length = this.#at - mark - 1;
    if (length < 0x80) {
      this.#scratch[mark] = length;
      return this;
    }
    // One byte was kept for the length; move the body on to make place for more.
    const extra = varintLength(length) - 1;
    this.#room(extra);
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

  #room(more: number): void {
    const needed = this.#at + more;
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
