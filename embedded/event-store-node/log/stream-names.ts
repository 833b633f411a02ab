const WORDS = 2 ** 19;
const BITS = WORDS * 32;

/**
 * Which streams there are, roughly (a Bloom filter of 2 MiB, from the keys of streams): what it does not know has never
 * been written to, so the table need not be asked about it. Says nothing until all streams have been told to it.
 */
export class StreamNames {
  readonly #words = new Uint32Array(WORDS);
  /** Every stream of the table has been added. */
  complete = false;

  add(key: Buffer): void {
    for (let at = 0; at < 16; at += 4) {
      const bit = key.readUInt32LE(at) % BITS;
      const word = bit >>> 5;
      this.#words[word] = (this.#words[word] ?? 0) | (1 << (bit & 31));
    }
  }

  mayHave(key: Buffer): boolean {
    if (!this.complete) return true;
    for (let at = 0; at < 16; at += 4) {
      const bit = key.readUInt32LE(at) % BITS;
      if (((this.#words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}
