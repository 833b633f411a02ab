import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { killTree } from '../testing/process-tree.ts';

export interface RunningTask {
  readonly child: ChildProcess;
  printed(): string;
  /** Its exit code and output. */
  readonly ended: Promise<{ code: number | null; printed: string }>;
  /** `kill -9` of the process and its descendants. */
  kill(): Promise<void>;
}

/** Starts a task of `tools/tasks` as npm does, with the given environment only. */
export function startTask(
  task: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): RunningTask {
  const program = fileURLToPath(new URL(`../tasks/${task}.ts`, import.meta.url));
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      LOG_LEVEL: 'warn',
      ...environment,
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const exited = once(child, 'close');
  return {
    child,
    printed: () => printed,
    ended: exited.then(() => ({ code: child.exitCode, printed })),
    async kill() {
      if (child.pid !== undefined && child.exitCode === null) killTree(child.pid);
      await exited;
    },
  };
}

/** Runs a task to its end. */
export const runTask = (...task: Parameters<typeof startTask>) => startTask(...task).ended;
