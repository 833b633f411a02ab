import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { killTree } from './process-tree.ts';
import { waitFor } from './wait-for.ts';

const sources = fileURLToPath(new URL('../../embedded/serve.ts', import.meta.url));

/** The embedded studio in a process of its own, as `npm start` runs it. */
export interface StudioProcess {
  readonly base: string;
  readonly pid: number;
  readonly port: number;
  /** Its output so far, limited to the last millions of characters. */
  printed(): string;
  /** `kill -9` of the process and its descendants, such as Postgres. */
  killEverything(): Promise<void>;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
}

async function isReady(base: string): Promise<boolean> {
  try {
    return (await fetch(`${base}/health/ready`)).ok;
  } catch {
    return false;
  }
}

const tries = 3;

/**
 * Starts the studio on `dataDir` and waits until it is ready. Otherwise the error contains its output. Another program can take the port
 * between its choice and its use: then another one is tried. `program` is `embedded/serve.ts`, or a bundle of it.
 */
export async function startStudioProcess(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
  program = sources,
): Promise<StudioProcess> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await startOnce(dataDir, environment, program);
    } catch (error) {
      const isTaken = error instanceof Error && /Port \d+ is taken/.test(error.message);
      if (!isTaken || left === 0 || environment.PORT !== undefined) throw error;
    }
  }
}

async function startOnce(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
  program: string,
): Promise<StudioProcess> {
  const port = await findFreePort();
  const child: ChildProcess = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      // Without it every start compiles all modules again, a quarter of its time.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(port),
      DATA_DIR: dataDir,
      STUDIO_DEMO: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      // The payment page redirects to this address, where the test has its session.
      SITE_URL: `http://127.0.0.1:${port}`,
      ...environment,
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-5_000_000);
    });
  }
  const exited = once(child, 'exit');
  const base = `http://127.0.0.1:${port}`;
  const { pid } = child;
  if (pid === undefined) throw new Error('The studio could not be started');
  try {
    const endedByItself = exited.then(() => {
      throw new Error('The process ended by itself');
    });
    await Promise.race([waitFor(() => isReady(base), { timeout: 240_000 }), endedByItself]);
  } catch (error) {
    killTree(pid);
    throw new Error(`The studio did not become ready. Its output:\n${printed.slice(-20_000)}`, {
      cause: error,
    });
  }
  return {
    base,
    pid,
    port,
    printed: () => printed,
    async killEverything() {
      killTree(pid);
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
