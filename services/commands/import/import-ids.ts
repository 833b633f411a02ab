import { createHash } from 'node:crypto';
import { v5 } from 'uuid';
import { countUndone } from '#domain/import/decide.ts';
import type { ImportsState } from '#domain/import/decider.ts';
import type { ImportFile } from '#domain/import/events.ts';

const NAMESPACE = 'b3a8f1f6-58c5-4d4e-9a26-0d1f6c0e7c11';

/** The id of the next import of these files: the same for the same files, and another one after it was undone. */
export function computeImportId(state: ImportsState, files: readonly Pick<ImportFile, 'sha256'>[]): string {
  const hashes = files.map(({ sha256 }) => sha256).toSorted();
  return createHash('sha256')
    .update([...hashes, countUndone(state, files)].join('/'), 'utf8')
    .digest('hex')
    .slice(0, 24);
}

/** A line has the same ids each time it is brought over. */
export const toLotId = (importId: string, { file, row }: { file: string; row: number }) =>
  `import-${importId}-${file}-${row}`;

export const toMemberId = (importId: string, row: number) => v5(`${importId}/members/${row}`, NAMESPACE);
