interface Waiting {
  readonly bytes: number;
  readonly go: () => void;
}

/**
 * Holds back appends so that db-client's one append call never has to queue a write of its own: when its connection breaks
 * while it does, it ends the process with an unhandled rejection. Its stream takes 15 messages a turn of the event loop
 * without waiting, and grpc-js buffers up to 1 MiB.
 */
export class AppendGate {
  readonly #maxInFlight: number;
  readonly #maxBytes: number;
  readonly #waiting: Waiting[] = [];
  #inFlight = 0;
  #bytes = 0;
  #startedThisTurn = 0;

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
    if (this.#startedThisTurn >= 15) return false;
    return (
      this.#inFlight === 0 || (this.#inFlight < this.#maxInFlight && this.#bytes + bytes <= this.#maxBytes)
    );
  }

  #start(bytes: number): void {
    this.#inFlight += 1;
    this.#bytes += bytes;
    if (this.#startedThisTurn === 0) {
      setImmediate(() => {
        this.#startedThisTurn = 0;
        this.#release();
      });
    }
    this.#startedThisTurn += 1;
  }

  #release(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#fits(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#start(next.bytes);
      next.go();
    }
  }
}
