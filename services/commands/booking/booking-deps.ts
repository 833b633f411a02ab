import type { StudioEvent } from '#domain/registry.ts';
import type { DeciderStore } from '#infra/event-store/types.ts';

export interface BookingDeps {
  readonly deciders: DeciderStore<StudioEvent>;
}
