/** Stands in figures for the members whose records were removed: the sums stay, and whose they were does not. */
export const REMOVED_MEMBER = 'removed';
