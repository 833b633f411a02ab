import { readdirSync, readFileSync } from 'node:fs';

function parentOf(pid: number): number | null {
  try {
    // The command's name may hold anything, so fields count from its closing bracket: state, then parent.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** A process and all it started, by /proc. */
export function descendantsOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(Number(name));
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = [];
  for (let level = [root]; level.length > 0; level = level.flatMap((pid) => children.get(pid) ?? [])) {
    found.push(...level);
  }
  return found;
}

/** `kill -9` for a process and everything it started, Postgres and its backends too, all at once. */
export function killTree(root: number): void {
  for (const pid of descendantsOf(root)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
}
