import type { DomainEvent, EventDefinition } from '../event.ts';

export const importFileKinds = ['members', 'passes', 'memberships'] as const;
export type ImportFileKind = (typeof importFileKinds)[number];

/** A file that was brought over; its lines are personal data and in no event. */
export interface ImportFile {
  kind: ImportFileKind;
  sha256: string;
  /** Lines below the header. */
  lines: number;
  /** Of them those that were refused. */
  refused: number;
}

/** What was brought over of one pass or plan. */
export interface ImportSum {
  name: string;
  lots: number;
  passes: number;
  /** The value of what is left. */
  pence: number;
}

export type ImportEvent =
  /** `source`: where the members come from, as they see it. `sums`: what the files come to, without refused lines. */
  | DomainEvent<
      'ImportBegun',
      { importId: string; source: string; files: ImportFile[]; people: number; sums: ImportSum[] }
    >
  /** Every line is in the ledger. `sums`: what the wallets were granted, counted from them. */
  | DomainEvent<'ImportClosed', { importId: string; created: number; merged: number; sums: ImportSum[] }>
  /** Its lines were lost with the database before everyone was brought over. The same files begin it again. */
  | DomainEvent<'ImportStopped', { importId: string }>
  /** The members who came with it are to be invited by email. */
  | DomainEvent<'ImportInvited', { importId: string }>
  | DomainEvent<'ImportUndoBegun', { importId: string }>
  /** `lots`: taken back. `kept`: lots with a pass that was used in the meantime. `members`: those who were erased. */
  | DomainEvent<'ImportUndone', { importId: string; lots: number; kept: number; members: number }>;

export const importEventDefinitions = {
  ImportBegun: { version: 1 },
  ImportClosed: { version: 1 },
  ImportStopped: { version: 1 },
  ImportInvited: { version: 1 },
  ImportUndoBegun: { version: 1 },
  ImportUndone: { version: 1 },
} satisfies Record<ImportEvent['type'], EventDefinition>;
