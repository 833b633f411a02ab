/** Replaces the member's id in figures once the member's records are removed, so that the sums stay the same. */
export const REMOVED_MEMBER = 'removed';
