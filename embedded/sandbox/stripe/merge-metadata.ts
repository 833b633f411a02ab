type Metadata = Record<string, string>;

/** Merges metadata as Stripe does: an empty value removes its key. */
export function mergeMetadata(before: Metadata, update: Metadata | undefined): Metadata {
  const merged = { ...before, ...update };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}
