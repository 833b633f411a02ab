import type { Pool } from 'pg';

export type IdSequence = { next(): Promise<number> };

/**
 * Numbers of a Postgres sequence, read in blocks so that most calls need no round trip. They are unique across processes, with gaps when
 * a process ends before using its block, and not ordered by time between processes.
 */
export function createIdSequence(pool: Pool, name: string, options: { block?: number } = {}): IdSequence {
  const block = options.block ?? 50;
  const numbers: number[] = [];
  let refill: Promise<void> | undefined;

  async function fetchBlock(): Promise<void> {
    const answer = await pool.query<{ id: number }>(
      'SELECT nextval($1::regclass) AS id FROM generate_series(1, $2::int)',
      [name, block],
    );
    numbers.push(...answer.rows.map((row) => row.id));
  }

  async function next(): Promise<number> {
    for (;;) {
      const id = numbers.shift();
      if (id !== undefined) return id;
      // Concurrent callers share one read of a block, and repeat if it is not enough.
      refill ??= fetchBlock().finally(() => {
        refill = undefined;
      });
      await refill;
    }
  }
  return { next };
}
