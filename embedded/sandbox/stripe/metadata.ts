type Metadata = Record<string, string>;

/** Metadata after a change: what is named is set, what is set to nothing is gone, the rest stays. */
export function mergeMetadata(before: Metadata, given: Metadata | undefined): Metadata {
  const merged = { ...before, ...given };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}
