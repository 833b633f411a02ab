import { AsyncLocalStorage } from 'node:async_hooks';

/** Thrown by everything that a crashed process calls. No client receives it. */
export class ProcessCrashed extends Error {
  constructor() {
    super('This process has crashed');
    this.name = 'ProcessCrashed';
  }
}

/** The effect, counted from 1, before or after which a process crashes. */
export interface CrashPoint {
  readonly effect: number;
  readonly when: 'before' | 'after';
}

/**
 * A simulated process that crashes at a given effect. It records its effects (what other processes can see) by name. After
 * the crash every effect and every read throws ProcessCrashed.
 */
export class CrashableProcess {
  readonly #crash: CrashPoint | null;
  readonly #effects: string[] = [];
  #hasCrashed = false;

  constructor(crash: CrashPoint | null = null) {
    this.#crash = crash;
  }

  get hasCrashed(): boolean {
    return this.#hasCrashed;
  }

  /** The performed effects, in order. */
  get effects(): readonly string[] {
    return this.#effects;
  }

  /** Performs an effect. One that fails by itself does not count. */
  async effect<T>(name: string, perform: () => Promise<T>): Promise<T> {
    this.#crashAt('before', this.#effects.length + 1);
    this.#assertRunning();
    const result = await perform();
    // A concurrent effect may have crashed the process meanwhile. This one was already under way and took place.
    const hadCrashed = this.#hasCrashed;
    this.#effects.push(name);
    if (!hadCrashed) this.#crashAt('after', this.#effects.length);
    this.#assertRunning();
    return result;
  }

  /** Performs a read, which no other process can see. */
  async read<T>(perform: () => Promise<T>): Promise<T> {
    this.#assertRunning();
    const result = await perform();
    this.#assertRunning();
    return result;
  }

  #crashAt(when: CrashPoint['when'], effect: number): void {
    if (this.#crash?.when === when && this.#crash.effect === effect) this.#hasCrashed = true;
  }

  #assertRunning(): void {
    if (this.#hasCrashed) throw new ProcessCrashed();
  }
}

const running = new AsyncLocalStorage<CrashableProcess>();

/** Runs `work`, and everything that it starts, in a process. */
export const runInProcess = <T>(process: CrashableProcess, work: () => Promise<T>): Promise<T> =>
  running.run(process, work);

/** The process of the calling code; undefined outside of any. */
export const currentProcess = (): CrashableProcess | undefined => running.getStore();

/** Runs `work` outside, called from the code of a process. */
export const runOutsideProcess = <T>(work: () => Promise<T>): Promise<T> => running.exit(work);
