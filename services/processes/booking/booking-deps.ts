import type { DeciderStore } from '../../../infra/event-store/types.ts';
import type { StudioEvent } from '../../domain/registry.ts';

export interface BookingDeps {
  readonly deciders: DeciderStore<StudioEvent>;
}
