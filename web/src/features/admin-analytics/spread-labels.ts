/**
 * Moves labels apart that would overlap, as little as their order allows, within a height; pixels from the top. Takes where each
 * would be best.
 */
export function spreadLabels(wanted: readonly number[], gap: number, height: number): number[] {
  const placed = [...wanted];
  const order = wanted.map((_, index) => index).toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  let least = 0;
  for (const index of order) {
    placed[index] = Math.max(placed[index] ?? 0, least);
    least = (placed[index] ?? 0) + gap;
  }
  // Those that now lie under the end move up again, and the ones above them.
  let most = height;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index] ?? 0, most);
    most = (placed[index] ?? 0) - gap;
  }
  return placed;
}
