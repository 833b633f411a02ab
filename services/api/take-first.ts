/** The first entries of a list, and how many there are in all. */
export const takeFirst = <T>(entries: readonly T[], most: number) => ({
  total: entries.length,
  entries: entries.slice(0, most),
});
