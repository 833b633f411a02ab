import type { Pool } from 'pg';

export type IdSequence = { next(): Promise<number> };

/**
 * Numbers of a Postgres sequence, taken in blocks so that most calls need no round trip. Unique over all processes; a process
 * that ends loses the rest of its block, so there are gaps, and two processes' numbers are not in order of time.
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
      // Callers that come while a block is on its way share it; when it isn't enough they go round again.
      refill ??= fetchBlock().finally(() => {
        refill = undefined;
      });
      await refill;
    }
  }
  return { next };
}
