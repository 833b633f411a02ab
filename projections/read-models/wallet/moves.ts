import type { WalletEvent } from '#domain/wallet/events.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';

export type WalletRecord = RecordedEvent<WalletEvent>;

/** Where a pass can be. */
export type Place = 'available' | 'held' | 'used' | 'forfeited' | 'expired' | 'revoked';

/** How many passes an event moves, from where to where; null is outside the wallet. */
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
    case 'LotClosed':
      return { passes: 0, from: null, to: null };
  }
}
