import { type WalletEvent, walletEventDefinitions } from '#domain/wallet/events.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import type { StudioRecord } from '#projections/definition/projection.ts';

export type WalletRecord = RecordedEvent<WalletEvent>;

export const isWalletRecord = (event: StudioRecord): event is WalletRecord =>
  Object.hasOwn(walletEventDefinitions, event.type);

/** The states of a pass. */
export type Place = 'available' | 'held' | 'used' | 'forfeited' | 'expired' | 'revoked';

/** The passes that an event moves between places; null is outside the wallet. */
export function getWalletMove(event: WalletRecord): { passes: number; from: Place | null; to: Place | null } {
  switch (event.type) {
    case 'LotGranted':
      return { passes: event.data.passes, from: null, to: 'available' };
    case 'PassHeld':
      return { passes: 1, from: 'available', to: 'held' };
    case 'PassSpent':
      return { passes: 1, from: 'held', to: 'used' };
    case 'PassReturned':
      return { passes: 1, from: event.data.from, to: 'available' };
    case 'PassForfeited':
      return { passes: 1, from: event.data.from, to: 'forfeited' };
    case 'PassMoved':
      return { passes: 1, from: event.data.from, to: 'held' };
    case 'PassMovedBack':
      return { passes: 1, from: 'held', to: event.data.to };
    case 'LotExpired':
      return { passes: event.data.passes, from: 'available', to: 'expired' };
    case 'LotRevoked':
      return { passes: event.data.passes, from: 'available', to: 'revoked' };
    case 'LotRestored':
      return { passes: event.data.passes, from: 'revoked', to: 'available' };
    case 'LotExtended':
    case 'LotExtensionWithdrawn':
    case 'LotClosed':
      return { passes: 0, from: null, to: null };
  }
}
