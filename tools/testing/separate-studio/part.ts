import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { killTree } from '../process-tree.ts';
import { waitFor } from '../wait-for.ts';

const keptCharacters = 5_000_000;
const startsWithinMs = 180_000;
const stopsWithinMs = 40_000;

interface PartOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Told what it printed since it was last started. A question that fails counts as no. */
  readonly isReady: (printed: string) => boolean | Promise<boolean>;
}

/** How a process ended: by itself with a code, or by a signal. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** From the signal to the end. */
  readonly ms: number;
}

/** One process of the studio, to be started, killed and started again as often as one likes. */
export class Part {
  readonly name: string;
  readonly #options: PartOptions;
  #child: ChildProcess | null = null;
  #exited: Promise<unknown> = Promise.resolve();
  #printed = '';

  constructor(options: PartOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Of its last start. */
  get printed(): string {
    return this.#printed;
  }

  /** Resolves when it can be used; what it printed is in the error when it can't. */
  async start(): Promise<void> {
    const { name, command, args, environment, isReady } = this.#options;
    if (this.isRunning) throw new Error(`${name} runs already`);
    this.#printed = '';
    const child = spawn(command, [...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.#printed = (this.#printed + chunk.toString()).slice(-keptCharacters);
      });
    }
    this.#child = child;
    this.#exited = once(child, 'exit');
    // Told by waiting for it.
    this.#exited.catch(() => {});
    const ended = Promise.withResolvers<never>();
    child.once('exit', () => ended.reject(new Error('It ended by itself')));
    child.once('error', ended.reject);
    const ready = waitFor(() => isReady(this.#printed), { timeout: startsWithinMs, what: name });
    try {
      await Promise.race([ready, ended.promise]);
    } catch (error) {
      await this.kill();
      throw new Error(`${name} did not get ready. It printed:\n${this.#printed.slice(-10_000)}`, {
        cause: error,
      });
    } finally {
      ready.catch(() => {});
      ended.promise.catch(() => {});
    }
  }

  /** `kill -9` of it and of all it started, at once. */
  async kill(): Promise<void> {
    const pid = this.#child?.pid;
    if (!this.isRunning || pid === undefined) return;
    killTree(pid);
    await this.#exited;
  }

  /** Asks it to end, as a container's runtime does. */
  async stop(): Promise<Ending> {
    const child = this.#child;
    if (child === null || !this.isRunning) throw new Error(`${this.name} does not run`);
    const began = performance.now();
    child.kill('SIGTERM');
    await waitFor(() => !this.isRunning, { timeout: stopsWithinMs, what: `${this.name} to end` });
    return { code: child.exitCode, signal: child.signalCode, ms: performance.now() - began };
  }
}
