import { readdir, readFile } from 'node:fs/promises';

/** Memory of some processes in MiB. */
export interface ProcessMemory {
  /** Proportional set size: shared memory counts once. */
  readonly all: number;
  /** Without files and shared memory. */
  readonly anonymous: number;
}

/** Reads the memory of processes from /proc. One that has ended counts as zero. */
export async function readMemory(pids: readonly number[]): Promise<ProcessMemory> {
  let all = 0;
  let anonymous = 0;
  for (const pid of pids) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    all += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
    anonymous += Number(/^Pss_Anon:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  }
  return { all: all / 1024, anonymous: anonymous / 1024 };
}

/** Counts the open files and sockets of a process. */
export const countOpenFiles = async (pid: number): Promise<number> =>
  (await readdir(`/proc/${pid}/fd`)).length;
