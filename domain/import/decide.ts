import { Refusal } from '../refusal.ts';
import type { Import, ImportsState } from './decider.ts';
import type { ImportEvent, ImportFile, ImportSum } from './events.ts';

/** Whether something of an import may still be in a wallet. */
const isInForce = ({ undone }: Import) => undone === null || undone.kept > 0;

/** The import that a file belongs to and that is in force; undefined for a new file, and for one that was taken back whole. */
export const findImportOfFile = ({ imports }: ImportsState, sha256: string): Import | undefined =>
  [...imports.values()].find((one) => isInForce(one) && one.files.some((file) => file.sha256 === sha256));

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
 * Begins an import, or begins one again that stopped. Appends nothing for another that began already. @throws Refusal CONFLICT when
 * one of its files belongs to another import in the meantime
 */
export function beginImport(
  state: ImportsState,
  { now, ...beginning }: ImportBeginning & { now: Date },
): ImportEvent[] {
  const { importId, files, sums } = beginning;
  const known = state.imports.get(importId);
  if (known !== undefined && known.status !== 'stopped') return [];
  if (files.some(({ sha256 }) => (findImportOfFile(state, sha256) ?? known) !== known))
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

/** Ends an import whose lines are lost. */
export function stopImport(state: ImportsState, { importId, now }: AboutImport): ImportEvent[] {
  if (state.imports.get(importId)?.status !== 'running') return [];
  return [{ type: 'ImportStopped', data: { importId, at: now.toISOString() } }];
}

export const refuseStopped = ({ files }: Pick<Import, 'files'>) =>
  new Refusal('IMPORT_STOPPED', { files: files.map(({ kind }) => `${kind}.csv`).join(' and ') });

/** @throws Refusal IMPORT_RUNNING, IMPORT_STOPPED */
export function assertDone(one: Import): void {
  if (one.status === 'running') throw new Refusal('IMPORT_RUNNING');
  if (one.status === 'stopped') throw refuseStopped(one);
}

/** Has the members of an import invited, once. @throws Refusal IMPORT_NOT_FOUND, IMPORT_RUNNING, IMPORT_STOPPED, IMPORT_UNDONE */
export function inviteImport(state: ImportsState, { importId, now }: AboutImport): ImportEvent[] {
  const one = getImport(state, importId);
  const { status, invitedAt } = one;
  assertDone(one);
  if (status !== 'closed') throw new Refusal('IMPORT_UNDONE');
  return invitedAt === null ? [{ type: 'ImportInvited', data: { importId, at: now.toISOString() } }] : [];
}

/** Begins to undo an import. Appends nothing for one that is undone. @throws Refusal IMPORT_NOT_FOUND, IMPORT_RUNNING, IMPORT_STOPPED */
export function beginUndo(state: ImportsState, { importId, now }: AboutImport): ImportEvent[] {
  const one = getImport(state, importId);
  assertDone(one);
  return one.status === 'closed'
    ? [{ type: 'ImportUndoBegun', data: { importId, at: now.toISOString() } }]
    : [];
}

/** Records that everything that could be taken back is taken back, once. */
export function finishUndo(
  state: ImportsState,
  { importId, now, ...counts }: AboutImport & { lots: number; kept: number; members: number },
): ImportEvent[] {
  if (state.imports.get(importId)?.status !== 'undoing') return [];
  return [{ type: 'ImportUndone', data: { importId, ...counts, at: now.toISOString() } }];
}
