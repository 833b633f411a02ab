import type { AnyTable } from '../definition/table.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The name under which a row to write has the value to match in column `by`; no column has this name. */
export const MATCH_VALUE = 'met by';

/** Rows of one table that one statement can write. `set` are the assigned columns, for `patch` only. */
export interface WriteGroup {
  readonly table: AnyTable;
  readonly kind: 'put' | 'patch' | 'remove';
  readonly set: readonly string[];
  /** Whether a patch also adds to counters. */
  readonly adds: boolean;
  /** The column that selects the rows, for `patch` and `remove`, with its value under `MATCH_VALUE`; the table's key if omitted. */
  readonly by?: string;
  /** Whether a patch leaves columns that are set as they are. */
  readonly fills?: boolean;
  readonly rows: readonly Values[];
}

type Pending =
  | { kind: 'put'; row: Record<string, unknown> }
  | { kind: 'remove'; key: Values }
  | { kind: 'patch'; key: Values; set: Record<string, unknown>; add: Record<string, number> };

/** Merges the writes to one table so that each key is written once. */
export class TableBuffer {
  readonly #table: AnyTable;
  readonly #pending = new Map<string, Pending>();
  readonly #onlyKey: string | undefined;

  constructor(table: AnyTable) {
    this.#table = table;
    this.#onlyKey = table.key.length === 1 ? table.key[0] : undefined;
  }

  put(row: Values): void {
    this.#pending.set(this.#id(row), { kind: 'put', row: { ...row } });
  }

  remove(key: Values): void {
    this.#pending.set(this.#id(key), { kind: 'remove', key });
  }

  patch(key: Values, values: Values): void {
    const pending = this.#open(key);
    if (pending.kind === 'put') Object.assign(pending.row, values);
    if (pending.kind !== 'patch') return;
    for (const column of Object.keys(values)) delete pending.add[column];
    Object.assign(pending.set, values);
  }

  add(key: Values, deltas: Readonly<Record<string, number | undefined>>): void {
    const pending = this.#open(key);
    if (pending.kind === 'remove') return;
    for (const [column, delta = 0] of Object.entries(deltas)) {
      if (pending.kind === 'put') pending.row[column] = Number(pending.row[column]) + delta;
      else if (column in pending.set) pending.set[column] = Number(pending.set[column]) + delta;
      else pending.add[column] = (pending.add[column] ?? 0) + delta;
    }
  }

  /** The merged writes: one group for the puts, one for the removals, one for each set of patched columns. */
  groups(): WriteGroup[] {
    const groups = new Map<string, WriteGroup & { rows: Values[] }>();
    const rowsOf = (kind: WriteGroup['kind'], set: readonly string[], adds: boolean): Values[] => {
      const id = `${kind} ${adds} ${set.join()}`;
      const known = groups.get(id);
      if (known !== undefined) return known.rows;
      const rows: Values[] = [];
      groups.set(id, { table: this.#table, kind, set, adds, rows });
      return rows;
    };
    for (const pending of this.#pending.values()) {
      if (pending.kind === 'put') rowsOf('put', [], false).push(pending.row);
      else if (pending.kind === 'remove') rowsOf('remove', [], false).push(pending.key);
      else {
        const set = Object.keys(pending.set).sort();
        const adds = Object.values(pending.add).some((delta) => delta !== 0);
        if (set.length > 0 || adds) {
          rowsOf('patch', set, adds).push({ ...pending.key, ...pending.set, ...(adds ? pending.add : {}) });
        }
      }
    }
    return [...groups.values()];
  }

  #open(key: Values): Pending {
    const id = this.#id(key);
    const known = this.#pending.get(id);
    if (known !== undefined) return known;
    const opened: Pending = { kind: 'patch', key, set: {}, add: {} };
    this.#pending.set(id, opened);
    return opened;
  }

  #id(values: Values): string {
    if (this.#onlyKey !== undefined) return String(values[this.#onlyKey]);
    return JSON.stringify(this.#table.key.map((column) => String(values[column])));
  }
}
