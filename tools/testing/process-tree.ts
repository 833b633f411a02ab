import { readdirSync, readFileSync } from 'node:fs';

function readParent(pid: number): number | null {
  try {
    // The command's name may contain spaces, so fields are counted from its closing bracket: state, then parent.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** Lists a process and its descendants, from /proc. */
export function listProcessTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = readParent(Number(name));
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = [];
  for (let level = [root]; level.length > 0; level = level.flatMap((pid) => children.get(pid) ?? [])) {
    found.push(...level);
  }
  return found;
}

/** Kills (`kill -9`) a process and its descendants, also Postgres and its backends. */
export function killTree(root: number): void {
  for (const pid of listProcessTree(root)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
}
