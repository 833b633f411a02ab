import { Refusal } from '../refusal.ts';
import type { Import, ImportsState } from './decider.ts';
import type { ImportEvent, ImportFile, ImportSum } from './events.ts';

/** Whether something of an import may still be in a wallet. */
const stands = ({ undone }: Import) => undone === null || undone.kept > 0;

/** The import that brought a file over and stands; undefined for a new file, and for one that was taken back whole. */
export const findImportOfFile = ({ imports }: ImportsState, sha256: string): Import | undefined =>
  [...imports.values()].find((one) => stands(one) && one.files.some((file) => file.sha256 === sha256));

/** How many imports with exactly these files were undone: the next one is another import. */
export function countUndone({ imports }: ImportsState, files: readonly Pick<ImportFile, 'sha256'>[]): number {
  const hashes = new Set(files.map(({ sha256 }) => sha256));
  return [...imports.values()].filter(
    ({ status, files: others }) =>
      status === 'undone' &&
      others.length === hashes.size &&
      others.every(({ sha256 }) => hashes.has(sha256)),
  ).length;
}

/** @throws Refusal IMPORT_NOT_FOUND */
export function getImport({ imports }: ImportsState, importId: string): Import {
  const found = imports.get(importId);
  if (found === undefined) throw new Refusal('IMPORT_NOT_FOUND');
  return found;
}

interface ImportBeginning {
  readonly importId: string;
  readonly source: string;
  readonly files: readonly ImportFile[];
  readonly people: number;
  readonly sums: readonly ImportSum[];
}

/**
 * Begins an import. Appends nothing for one that began already. @throws Refusal CONFLICT when one of its files was brought over by
 * another import in the meantime
 */
export function beginImport(
  state: ImportsState,
  { now, ...beginning }: ImportBeginning & { now: Date },
): ImportEvent[] {
  const { importId, files, sums } = beginning;
  if (state.imports.has(importId)) return [];
  if (files.some(({ sha256 }) => findImportOfFile(state, sha256) !== undefined))
    throw new Refusal('CONFLICT');
  return [
    {
      type: 'ImportBegun',
      data: { ...beginning, files: [...files], sums: [...sums], at: now.toISOString() },
    },
  ];
}

interface AboutImport {
  readonly importId: string;
  readonly now: Date;
}

/** Closes an import whose lines are all in the ledger, once. */
export function closeImport(
  state: ImportsState,
  { importId, created, merged, sums, now }: AboutImport & Pick<Import, 'created' | 'merged' | 'sums'>,
): ImportEvent[] {
  if (state.imports.get(importId)?.status !== 'running') return [];
  const data = { importId, created, merged, sums: [...sums], at: now.toISOString() };
  return [{ type: 'ImportClosed', data }];
}

/** Has the members of an import invited, once. @throws Refusal IMPORT_NOT_FOUND, IMPORT_RUNNING, IMPORT_UNDONE */
export function inviteImport(state: ImportsState, { importId, now }: AboutImport): ImportEvent[] {
  const { status, invitedAt } = getImport(state, importId);
  if (status === 'running') throw new Refusal('IMPORT_RUNNING');
  if (status !== 'closed') throw new Refusal('IMPORT_UNDONE');
  return invitedAt === null ? [{ type: 'ImportInvited', data: { importId, at: now.toISOString() } }] : [];
}

/** Begins to undo an import. Appends nothing for one that is undone. @throws Refusal IMPORT_NOT_FOUND, IMPORT_RUNNING */
export function beginUndo(state: ImportsState, { importId, now }: AboutImport): ImportEvent[] {
  const { status } = getImport(state, importId);
  if (status === 'running') throw new Refusal('IMPORT_RUNNING');
  return status === 'closed' ? [{ type: 'ImportUndoBegun', data: { importId, at: now.toISOString() } }] : [];
}

/** Records that everything that could be taken back is taken back, once. */
export function finishUndo(
  state: ImportsState,
  { importId, now, ...counts }: AboutImport & { lots: number; kept: number; members: number },
): ImportEvent[] {
  if (state.imports.get(importId)?.status !== 'undoing') return [];
  return [{ type: 'ImportUndone', data: { importId, ...counts, at: now.toISOString() } }];
}
