import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

const MARK = 'events-moved';

/** Marks the data directory: its events are in another event store from now on. */
export async function markMoved(dataDir: string): Promise<void> {
  const file = await open(join(dataDir, MARK), 'w', 0o600);
  try {
    await file.writeFile(`By npm run migrate-store, at ${new Date().toISOString()}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Throws when the events were moved, because new events here would start a second history. */
export function assertNotMoved(dataDir: string): void {
  const mark = join(dataDir, MARK);
  if (!existsSync(mark)) return;
  throw new Error(
    `The events of this installation were moved to another event store: set EVENTSTORE_URL to it. (${mark} records the move; the events left here are outdated.)`,
  );
}
