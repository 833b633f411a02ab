import type { StudioEvent } from '#domain/registry.ts';
import type { DeciderStore } from '#infra/event-store/types.ts';

/** What most commands need. */
export interface CommandDeps {
  readonly deciders: DeciderStore<StudioEvent>;
}

/** What a command that only writes answers: the position that read models must reach to show it. */
export interface Written {
  readonly position: bigint | null;
}
