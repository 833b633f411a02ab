import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const projectRoot = join(import.meta.dirname, '../..');

export type ProgramResult = { ok: boolean; output: string };

/** Runs a program of the project in its root and returns its output. */
export async function runProgram(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<ProgramResult> {
  const child = spawn(file, args, {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...colours(), ...env },
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const outcome = Promise.withResolvers<boolean>();
  child.once('error', (error) => {
    output.push(Buffer.from(`${file} could not be run: ${error.message}\n`));
    outcome.resolve(false);
  });
  child.once('close', (code) => outcome.resolve(code === 0));
  const ok = await outcome.promise;
  return { ok, output: Buffer.concat(output).toString('utf8') };
}

/** Runs a JavaScript or TypeScript program on this same Node. */
export function runNode(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<ProgramResult> {
  return runProgram(process.execPath, args, env);
}

/** Our pipe is no terminal, but its output may end up on one. */
function colours(): NodeJS.ProcessEnv {
  return process.stdout.isTTY ? { FORCE_COLOR: '1' } : { FORCE_COLOR: undefined, NO_COLOR: '1' };
}
