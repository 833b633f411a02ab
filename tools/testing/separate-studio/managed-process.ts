import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { killTree } from '../process-tree.ts';
import { waitFor } from '../wait-for.ts';

const outputLimit = 5_000_000;
const startTimeoutMs = 180_000;
const stopTimeoutMs = 40_000;

interface ProcessOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Receives the output since the last start. A rejection counts as false. */
  readonly isReady: (printed: string) => boolean | Promise<boolean>;
}

/** The exit code or signal with which a process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** From the signal to the exit. */
  readonly durationMs: number;
}

/** A process of the studio that can be started, killed and started again. */
export class ManagedProcess {
  readonly name: string;
  readonly #options: ProcessOptions;
  #child: ChildProcess | null = null;
  #exited: Promise<unknown> = Promise.resolve();
  #printed = '';

  constructor(options: ProcessOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Output since the last start. */
  get printed(): string {
    return this.#printed;
  }

  /** Resolves when it is ready. Otherwise the error contains its output. */
  async start(): Promise<void> {
    const { name, command, args, environment, isReady } = this.#options;
    if (this.isRunning) throw new Error(`${name} is already running`);
    this.#printed = '';
    const child = spawn(command, [...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.#printed = (this.#printed + chunk.toString()).slice(-outputLimit);
      });
    }
    this.#child = child;
    this.#exited = once(child, 'exit');
    // `kill` waits for it, and reports a failure.
    this.#exited.catch(() => {});
    const ended = Promise.withResolvers<never>();
    child.once('exit', () => ended.reject(new Error('The process ended by itself')));
    child.once('error', ended.reject);
    const ready = waitFor(() => isReady(this.#printed), { timeout: startTimeoutMs, what: name });
    try {
      await Promise.race([ready, ended.promise]);
    } catch (error) {
      await this.kill();
      throw new Error(`${name} did not become ready. Its output:\n${this.#printed.slice(-10_000)}`, {
        cause: error,
      });
    } finally {
      ready.catch(() => {});
      ended.promise.catch(() => {});
    }
  }

  /** `kill -9` of the process and its descendants. */
  async kill(): Promise<void> {
    const pid = this.#child?.pid;
    if (!this.isRunning || pid === undefined) return;
    killTree(pid);
    await this.#exited;
  }

  /** Sends SIGTERM, as a container runtime does. */
  async stop(): Promise<ProcessExit> {
    const child = this.#child;
    if (child === null || !this.isRunning) throw new Error(`${this.name} is not running`);
    const startedAt = performance.now();
    child.kill('SIGTERM');
    await waitFor(() => !this.isRunning, { timeout: stopTimeoutMs, what: `${this.name} to end` });
    return { code: child.exitCode, signal: child.signalCode, durationMs: performance.now() - startedAt };
  }
}
