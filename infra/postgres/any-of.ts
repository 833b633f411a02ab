/**
 * The condition `= ANY` of the array that is parameter `$n`, for statements that are asked many times a second: written so that
 * Postgres plans them once. Of a plain `ANY($1)` it sees how long the array is, finds a plan for just these values cheaper than one
 * for any, and plans anew each time, which takes longer than the look itself. Supposes some ten values.
 */
export const anyOf = (n: number, type: 'int' | 'text'): string =>
  `= ANY ((SELECT $${n}::${type}[])::${type}[])`;
