import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PostgresBinaries } from './locate-binaries.ts';

/** Starts Postgres programs as a user whom Postgres accepts (it refuses to run as root). */
export type Launcher = {
  /** The owner that the cluster's files must have; undefined when it is simply us. */
  owner: { uid: number; gid: number } | undefined;
  /** Starts a program in a session of its own (so that Ctrl+C in the terminal doesn't reach it), output to a file. */
  launch(file: string, args: string[], output: number): ChildProcess;
};

type Way = { prefix: string[]; credentials: { uid: number; gid: number } | undefined };

const NOBODY = 65534;

/**
 * Chooses how to run Postgres here. As root it runs as the cluster's owner, or as nobody; when that user can't reach the
 * files (a checkout under a 0700 directory such as mktemp's), it keeps the one capability that lets it. Where
 * `setpriv` is there, Postgres is told to stop when our process dies in any way.
 * Throws a sentence that says what to do when no way works.
 */
export function chooseLauncher(binaries: PostgresBinaries, clusterDir: string): Launcher {
  const owner = process.getuid?.() === 0 ? clusterOwner(clusterDir) : undefined;
  const ways = owner === undefined ? plainWays() : rootWays(owner, reachableByOthers(binaries, clusterDir));
  for (const way of ways) {
    const [file, ...args] = [...way.prefix, binaries.postgres, '--version'];
    if (file === undefined) continue;
    const probe = spawnSync(file, args, {
      ...way.credentials,
      env: environment(),
      cwd: '/',
      stdio: 'ignore',
    });
    if (probe.status === 0) return { owner, launch: (...call) => launch(way, ...call) };
  }
  if (owner === undefined) {
    throw new Error(
      `${binaries.postgres} does not run on this machine; set DATABASE_URL to a Postgres of your own.`,
    );
  }
  throw new Error(
    `Postgres can't run as root, and another user can't reach ${dirname(clusterDir)} or the installed packages. Run as an ordinary user, or move the checkout to a directory that everyone may enter (chmod o+x its parents), or install util-linux's setpriv.`,
  );
}

function launch(way: Way, file: string, args: string[], output: number): ChildProcess {
  const [command, ...rest] = [...way.prefix, file, ...args];
  if (command === undefined) throw new Error('Nothing to launch');
  return spawn(command, rest, {
    ...way.credentials,
    env: environment(),
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
  });
}

/** Our own environment may hold secrets; Postgres needs none of it. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', SYSTEMROOT: process.env.SYSTEMROOT };
}

function plainWays(): Way[] {
  return [
    { prefix: ['setpriv', '--pdeathsig', 'INT'], credentials: undefined },
    { prefix: [], credentials: undefined },
  ];
}

function rootWays(owner: { uid: number; gid: number }, reachable: boolean): Way[] {
  const become = ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  const capability = [
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  const dieWithUs = ['--pdeathsig', 'INT'];
  if (!reachable) {
    return [
      { prefix: [...become, ...capability, ...dieWithUs], credentials: undefined },
      { prefix: [...become, ...capability], credentials: undefined },
    ];
  }
  return [
    { prefix: [...become, ...dieWithUs], credentials: undefined },
    { prefix: [], credentials: owner },
  ];
}

function clusterOwner(clusterDir: string): { uid: number; gid: number } {
  const existing = statSync(clusterDir, { throwIfNoEntry: false });
  if (existing !== undefined && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  return { uid: NOBODY, gid: NOBODY };
}

/** Whether a user who owns nothing here can enter the way to the cluster, and run and read what was installed. */
function reachableByOthers(binaries: PostgresBinaries, clusterDir: string): boolean {
  const readable = 0o4;
  const executable = 0o1;
  const allows = (path: string, bits: number) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && (found.mode & bits) === bits;
  };
  const enterable = (path: string): boolean =>
    allows(path, executable) && (dirname(path) === path || enterable(dirname(path)));
  return (
    enterable(dirname(clusterDir)) &&
    enterable(dirname(binaries.postgres)) &&
    allows(binaries.postgres, readable | executable) &&
    allows(binaries.share, readable | executable) &&
    enterable(join(binaries.share))
  );
}
