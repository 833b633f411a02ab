interface Known {
  position: bigint | null;
  stopped: boolean;
}

interface Wait {
  readonly position: bigint;
  readonly projections: readonly string[];
  readonly answer: (caughtUp: boolean) => void;
}

/** Who waits for which read models, and how far those are. */
export class PendingWaits {
  readonly #known = new Map<string, Known>();
  readonly #waiting = new Set<Wait>();

  /** A checkpoint as read or told. One read from the table may be older than what was told since. */
  setCheckpoint(name: string, position: bigint | null, stopped: boolean): void {
    const known = this.#known.get(name);
    const older =
      known !== undefined && known.position !== null && (position === null || position < known.position);
    this.#known.set(name, { position: older ? known.position : position, stopped });
  }

  /** Answers everyone whose wait is over. */
  resolveFinished(): void {
    for (const wait of this.#waiting) {
      const outcome = this.#outcome(wait.position, wait.projections);
      if (outcome !== undefined) wait.answer(outcome);
    }
  }

  wait(position: bigint, projections: readonly string[], timeoutMs: number): Promise<boolean> {
    const now = this.#outcome(position, projections);
    if (now !== undefined) return Promise.resolve(now);
    return new Promise((resolve) => {
      const answer = (caughtUp: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(wait);
        resolve(caughtUp);
      };
      const wait: Wait = { position, projections, answer };
      const timer = setTimeout(answer, timeoutMs, false);
      this.#waiting.add(wait);
    });
  }

  cancelAll(): void {
    for (const wait of this.#waiting) wait.answer(false);
  }

  #outcome(position: bigint, projections: readonly string[]): boolean | undefined {
    let caughtUp = true;
    for (const name of projections) {
      const known = this.#known.get(name);
      if (known?.position != null && known.position >= position) continue;
      if (known?.stopped === true) return false;
      caughtUp = false;
    }
    return caughtUp ? true : undefined;
  }
}
