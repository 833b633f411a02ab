interface Waiting {
  readonly bytes: number;
  readonly go: () => void;
}

/**
 * Holds back appends while many are under way: what was sent to a server that does not answer is kept in memory twice over, and
 * all of it is sent again.
 */
export class AppendGate {
  readonly #maxInFlight: number;
  readonly #maxBytes: number;
  readonly #waiting: Waiting[] = [];
  #inFlight = 0;
  #bytes = 0;

  constructor(maxInFlight = 256, maxBytes = 512 * 1024) {
    this.#maxInFlight = maxInFlight;
    this.#maxBytes = maxBytes;
  }

  async run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length > 0 || !this.#fits(bytes)) {
      await new Promise<void>((go) => this.#waiting.push({ bytes, go }));
    } else {
      this.#start(bytes);
    }
    try {
      return await work();
    } finally {
      this.#inFlight -= 1;
      this.#bytes -= bytes;
      this.#release();
    }
  }

  #fits(bytes: number): boolean {
    return (
      this.#inFlight === 0 || (this.#inFlight < this.#maxInFlight && this.#bytes + bytes <= this.#maxBytes)
    );
  }

  #start(bytes: number): void {
    this.#inFlight += 1;
    this.#bytes += bytes;
  }

  #release(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#fits(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#start(next.bytes);
      next.go();
    }
  }
}
