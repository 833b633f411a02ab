/** The event store commits concurrent appends in one transaction, so a batch takes little longer than one item. */
const BATCH_SIZE = 8;

/** Runs items from `from` on in concurrent batches, and reports after each batch how many are done. */
export async function inBatches<Item>(
  items: readonly Item[],
  from: number,
  run: (item: Item) => Promise<void>,
  report: (done: number) => Promise<void> = async () => {},
): Promise<void> {
  for (let start = from; start < items.length; start += BATCH_SIZE) {
    const batch = items.slice(start, start + BATCH_SIZE);
    await Promise.all(batch.map(run));
    await report(start + batch.length);
  }
}
