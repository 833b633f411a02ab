/**
 * Formats `= ANY` of the array parameter `$n` so that Postgres plans the prepared statement once. For a plain `ANY($1)` it sees the
 * array's length, prefers a plan for these values, and plans each execution, which takes longer than the query. The plan assumes
 * some ten values.
 */
export const formatAnyCondition = (n: number, type: 'int' | 'text'): string =>
  `= ANY ((SELECT $${n}::${type}[])::${type}[])`;
