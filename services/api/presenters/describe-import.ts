import type { Import } from '#domain/import/decider.ts';
import type { ImportSum } from '#domain/import/events.ts';
import type { ImportAnswer, ImportEntry } from '#services/contract/imports.ts';
import type { PreparedImport } from '../import/prepare-import.ts';

const shownExamples = 5;

const describeSums = (sums: readonly ImportSum[]): ImportAnswer['sums'] => ({
  lots: sums.reduce((sum, { lots }) => sum + lots, 0),
  passes: sums.reduce((sum, { passes }) => sum + passes, 0),
  pence: sums.reduce((sum, { pence }) => sum + pence, 0),
  byPass: [...sums],
});

/** What becomes of each line. */
export function describePrepared(
  importId: string,
  { source, preset, files, plan, ambiguous, knownNames }: PreparedImport,
  dryRun: boolean,
): ImportAnswer {
  return {
    success: true,
    ...{ dryRun, importId, source, preset, created: plan.created, merged: plan.merged },
    refused: [...plan.refused],
    warnings: [...plan.warnings],
    sums: describeSums(plan.sums),
    files: files.map(({ file, columns, alreadyBrought }) => ({
      ...{ file: file.kind, sha256: file.sha256, lines: file.table.rows.length, alreadyBrought },
      ...{ encoding: file.table.encoding, separator: file.table.delimiter, header: [...file.table.header] },
      columns: Object.fromEntries(
        Object.entries(columns.columns).map(([field, places]) => [
          field,
          places.map((place) => file.table.header[place] ?? ''),
        ]),
      ),
      missing: [...columns.missing],
    })),
    dates: {
      ambiguous: ambiguous.length,
      examples: ambiguous.slice(0, shownExamples).map(({ file, line, text, days }) => ({
        ...{ file, line, text, dayFirst: days['day-first'], monthFirst: days['month-first'] },
      })),
    },
    unknownNames: [...plan.unknownNames],
    knownNames: [...knownNames],
  };
}

export const describeImport = (
  one: Import,
  progress: { readonly done: number } | undefined,
): ImportEntry => ({
  ...{ importId: one.importId, source: one.source, status: one.status, people: one.people },
  files: [...one.files],
  done: one.status === 'running' || one.status === 'stopped' ? (progress?.done ?? 0) : one.people,
  ...{ created: one.created, merged: one.merged, sums: describeSums(one.ledgerSums ?? one.sums) },
  ...{ begunAt: one.begunAt, closedAt: one.closedAt, invitedAt: one.invitedAt, undone: one.undone },
});
