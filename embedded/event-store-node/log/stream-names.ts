const WORDS = 2 ** 19;
const BITS = WORDS * 32;

/**
 * A Bloom filter (2 MiB) of the keys of all streams. A stream that it does not contain was never written to, so the table need not be
 * read. Until it is complete, it may contain every stream.
 */
export class StreamNames {
  readonly #words = new Uint32Array(WORDS);
  /** Whether every stream of the table has been added. */
  isComplete = false;

  add(key: Buffer): void {
    for (let at = 0; at < 16; at += 4) {
      const bit = key.readUInt32LE(at) % BITS;
      const word = bit >>> 5;
      this.#words[word] = (this.#words[word] ?? 0) | (1 << (bit & 31));
    }
  }

  mayContain(key: Buffer): boolean {
    if (!this.isComplete) return true;
    for (let at = 0; at < 16; at += 4) {
      const bit = key.readUInt32LE(at) % BITS;
      if (((this.#words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}
