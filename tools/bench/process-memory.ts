import { readdir, readFile } from 'node:fs/promises';

/** Memory of some processes, MiB. */
export interface HeldMemory {
  /** Proportional: what several share counts once. */
  readonly all: number;
  /** What is theirs alone to grow: neither files nor shared memory. */
  readonly anonymous: number;
}

/** What processes hold, by /proc; one that has gone holds nothing. */
export async function heldBy(pids: readonly number[]): Promise<HeldMemory> {
  let all = 0;
  let anonymous = 0;
  for (const pid of pids) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    all += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
    anonymous += Number(/^Pss_Anon:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  }
  return { all: all / 1024, anonymous: anonymous / 1024 };
}

/** The files and sockets that a process has open. */
export const openFiles = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length;
