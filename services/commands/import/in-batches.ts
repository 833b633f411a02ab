/** The event store commits what is appended at the same time together, so some people at once take little longer than one. */
const AT_ONCE = 8;

/** Does each from `from` on, some at once, and reports after each batch how many are done. */
export async function inBatches<Item>(
  items: readonly Item[],
  from: number,
  run: (item: Item) => Promise<void>,
  report: (done: number) => Promise<void> = async () => {},
): Promise<void> {
  for (let start = from; start < items.length; start += AT_ONCE) {
    const batch = items.slice(start, start + AT_ONCE);
    await Promise.all(batch.map(run));
    await report(start + batch.length);
  }
}
