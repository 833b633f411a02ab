import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PostgresBinaries } from './locate-binaries.ts';

/** Starts Postgres programs as a user whom Postgres accepts (it refuses to run as root). */
export type Launcher = {
  /** The owner that the cluster's files must have; undefined when it is this process's user. */
  owner: { uid: number; gid: number } | undefined;
  /** Starts a program that writes to a file, in a session of its own, so that Ctrl-C in the terminal does not reach it. */
  launch(file: string, args: string[], output: number): ChildProcess;
};

/** One way to run a program as the owner. */
type Method = { prefix: string[]; credentials: { uid: number; gid: number } | undefined };

const NOBODY = 65534;

/**
 * Chooses how to run Postgres on this machine. Under root it runs as the cluster's owner, or as nobody. When that user cannot reach
 * the files (a checkout under a 0700 directory such as mktemp's), it keeps the one capability that it needs. Where `setpriv` exists,
 * Postgres also stops when this process dies.
 * @throws an Error with what the operator can do, when no method works
 */
export function chooseLauncher(binaries: PostgresBinaries, clusterDir: string): Launcher {
  const owner = process.getuid?.() === 0 ? chooseOwner(clusterDir) : undefined;
  const methods =
    owner === undefined ? userMethods() : rootMethods(owner, isReachableByOthers(binaries, clusterDir));
  for (const method of methods) {
    const [file, ...args] = [...method.prefix, binaries.postgres, '--version'];
    if (file === undefined) continue;
    const probe = spawnSync(file, args, {
      ...method.credentials,
      env: environment(),
      cwd: '/',
      stdio: 'ignore',
    });
    if (probe.status === 0) return { owner, launch: (...call) => launch(method, ...call) };
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

function launch(method: Method, file: string, args: string[], output: number): ChildProcess {
  const [command, ...rest] = [...method.prefix, file, ...args];
  if (command === undefined) throw new Error('Nothing to launch');
  return spawn(command, rest, {
    ...method.credentials,
    env: environment(),
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
  });
}

/** Leaves out the rest of the environment, which may hold secrets. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', SYSTEMROOT: process.env.SYSTEMROOT };
}

function userMethods(): Method[] {
  return [
    { prefix: ['setpriv', '--pdeathsig', 'INT'], credentials: undefined },
    { prefix: [], credentials: undefined },
  ];
}

function rootMethods(owner: { uid: number; gid: number }, isReachable: boolean): Method[] {
  const switchUser = ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  const capability = [
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  const dieWithParent = ['--pdeathsig', 'INT'];
  if (!isReachable) {
    return [
      { prefix: [...switchUser, ...capability, ...dieWithParent], credentials: undefined },
      { prefix: [...switchUser, ...capability], credentials: undefined },
    ];
  }
  return [
    { prefix: [...switchUser, ...dieWithParent], credentials: undefined },
    { prefix: [], credentials: owner },
  ];
}

function chooseOwner(clusterDir: string): { uid: number; gid: number } {
  const existing = statSync(clusterDir, { throwIfNoEntry: false });
  if (existing !== undefined && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  return { uid: NOBODY, gid: NOBODY };
}

/** Whether another user can enter the directories above the cluster, and read and run the installed binaries. */
function isReachableByOthers(binaries: PostgresBinaries, clusterDir: string): boolean {
  const readable = 0o4;
  const executable = 0o1;
  const allows = (path: string, bits: number) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && (found.mode & bits) === bits;
  };
  const canEnter = (path: string): boolean =>
    allows(path, executable) && (dirname(path) === path || canEnter(dirname(path)));
  return (
    canEnter(dirname(clusterDir)) &&
    canEnter(dirname(binaries.postgres)) &&
    allows(binaries.postgres, readable | executable) &&
    allows(binaries.share, readable | executable) &&
    canEnter(binaries.share)
  );
}
