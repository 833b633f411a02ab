import { AsyncLocalStorage } from 'node:async_hooks';

/** What everything throws that a dead process is asked for. Nobody hears it: a process that was killed answers no one. */
export class ProcessDied extends Error {
  constructor() {
    super('This process is dead');
    this.name = 'ProcessDied';
  }
}

/** When a process dies: at which of its effects, from 1, and whether that is still performed. */
export interface Death {
  readonly effect: number;
  readonly when: 'before' | 'after';
}

/**
 * A process that lives until it dies at the effect it is told to. What it did that others can see is kept by name; from
 * its death on whatever it asks for, effects and readings alike, throws ProcessDied.
 */
export class MortalProcess {
  readonly #death: Death | null;
  readonly #effects: string[] = [];
  #isDead = false;

  constructor(death: Death | null = null) {
    this.#death = death;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** The effects that were performed, in their order. */
  get effects(): readonly string[] {
    return this.#effects;
  }

  /** Performs what others can see. One that fails by itself was none. */
  async effect<T>(name: string, perform: () => Promise<T>): Promise<T> {
    this.#dieAt('before', this.#effects.length + 1);
    this.#assertAlive();
    const result = await perform();
    // Dead meanwhile, by an effect beside this one: it was under way and came about all the same.
    const wasDead = this.#isDead;
    this.#effects.push(name);
    if (!wasDead) this.#dieAt('after', this.#effects.length);
    this.#assertAlive();
    return result;
  }

  /** Asks for what leaves no trace. */
  async read<T>(ask: () => Promise<T>): Promise<T> {
    this.#assertAlive();
    const result = await ask();
    this.#assertAlive();
    return result;
  }

  #dieAt(when: Death['when'], effect: number): void {
    if (this.#death?.when === when && this.#death.effect === effect) this.#isDead = true;
  }

  #assertAlive(): void {
    if (this.#isDead) throw new ProcessDied();
  }
}

const running = new AsyncLocalStorage<MortalProcess>();

/** Has `work`, and all that it sets off, happen in a process. */
export const runIn = <T>(process: MortalProcess, work: () => Promise<T>): Promise<T> =>
  running.run(process, work);

/** The process in which this happens; undefined outside of any. */
export const currentProcess = (): MortalProcess | undefined => running.getStore();

/** Has `work` happen elsewhere, in the midst of what a process does. */
export const elsewhere = <T>(work: () => Promise<T>): Promise<T> => running.exit(work);
