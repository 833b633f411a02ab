import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import type { ImportEvent, ImportFile, ImportSum } from './events.ts';

export interface Import {
  readonly importId: string;
  readonly source: string;
  readonly files: readonly ImportFile[];
  readonly people: number;
  /** What the files come to. */
  readonly sums: readonly ImportSum[];
  /** What the wallets were granted; null until it is closed. */
  readonly ledgerSums: readonly ImportSum[] | null;
  readonly status: 'running' | 'stopped' | 'closed' | 'undoing' | 'undone';
  /** Members who came with it, and members who were here already; 0 until it is closed. */
  readonly created: number;
  readonly merged: number;
  /** Instants, ISO. */
  readonly begunAt: string;
  readonly closedAt: string | null;
  readonly invitedAt: string | null;
  readonly undone: {
    readonly at: string;
    readonly lots: number;
    readonly kept: number;
    readonly members: number;
  } | null;
}

export interface ImportsState {
  /** By id, oldest first. */
  readonly imports: ReadonlyMap<string, Import>;
}

/** The id of the one stream of all imports: whether a file was brought over before is decided there. */
export const ALL_IMPORTS = 'studio';

const withChange = (state: ImportsState, importId: string, change: Partial<Import>): ImportsState => {
  const one = state.imports.get(importId);
  if (one === undefined) return state;
  return { imports: new Map(state.imports).set(importId, { ...one, ...change }) };
};

function evolveImports(state: ImportsState, event: ImportEvent): ImportsState {
  const { importId, at } = event.data;
  switch (event.type) {
    case 'ImportBegun': {
      const { source, files, people, sums } = event.data;
      const begun: Import = {
        ...{
          importId,
          source,
          files,
          people,
          sums,
          ledgerSums: null,
          status: 'running',
          created: 0,
          merged: 0,
        },
        ...{
          begunAt: state.imports.get(importId)?.begunAt ?? at,
          closedAt: null,
          invitedAt: null,
          undone: null,
        },
      };
      return { imports: new Map(state.imports).set(importId, begun) };
    }
    case 'ImportClosed': {
      const { created, merged, sums } = event.data;
      return withChange(state, importId, {
        status: 'closed',
        created,
        merged,
        ledgerSums: sums,
        closedAt: at,
      });
    }
    case 'ImportStopped':
      return withChange(state, importId, { status: 'stopped' });
    case 'ImportInvited':
      return withChange(state, importId, { invitedAt: at });
    case 'ImportUndoBegun':
      return withChange(state, importId, { status: 'undoing' });
    case 'ImportUndone': {
      const { lots, kept, members } = event.data;
      return withChange(state, importId, { status: 'undone', undone: { at, lots, kept, members } });
    }
    default:
      return assertNever(event);
  }
}

export const importsDecider: Decider<ImportsState, ImportEvent> = {
  stream: (id) => `imports-${id}`,
  initial: { imports: new Map() },
  evolve: evolveImports,
};
