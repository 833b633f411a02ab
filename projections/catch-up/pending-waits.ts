interface CheckpointState {
  position: bigint | null;
  isStopped: boolean;
}

interface Wait {
  readonly position: bigint;
  readonly projections: readonly string[];
  readonly resolve: (hasCaughtUp: boolean) => void;
}

/** Tracks checkpoints and resolves the waits for them. */
export class PendingWaits {
  readonly #checkpoints = new Map<string, CheckpointState>();
  readonly #waiting = new Set<Wait>();

  /** Sets a checkpoint from a notification or the table. A row may be older than the last notification, so positions never decrease. */
  setCheckpoint(name: string, position: bigint | null, isStopped: boolean): void {
    const known = this.#checkpoints.get(name);
    const older =
      known !== undefined && known.position !== null && (position === null || position < known.position);
    this.#checkpoints.set(name, { position: older ? known.position : position, isStopped });
  }

  /** Resolves every wait whose outcome is known. */
  resolveFinished(): void {
    for (const wait of this.#waiting) {
      const outcome = this.#outcome(wait.position, wait.projections);
      if (outcome !== undefined) wait.resolve(outcome);
    }
  }

  wait(position: bigint, projections: readonly string[], timeoutMs: number): Promise<boolean> {
    const now = this.#outcome(position, projections);
    if (now !== undefined) return Promise.resolve(now);
    return new Promise((resolve) => {
      const finish = (hasCaughtUp: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(wait);
        resolve(hasCaughtUp);
      };
      const wait: Wait = { position, projections, resolve: finish };
      const timer = setTimeout(finish, timeoutMs, false);
      this.#waiting.add(wait);
    });
  }

  cancelAll(): void {
    for (const wait of this.#waiting) wait.resolve(false);
  }

  #outcome(position: bigint, projections: readonly string[]): boolean | undefined {
    let hasCaughtUp = true;
    for (const name of projections) {
      const known = this.#checkpoints.get(name);
      if (known?.position != null && known.position >= position) continue;
      if (known?.isStopped === true) return false;
      hasCaughtUp = false;
    }
    return hasCaughtUp ? true : undefined;
  }
}
