import type { LotKind } from '#domain/wallet/events.ts';

/** Where a pass can be. */
export const places = ['available', 'held', 'used', 'forfeited', 'expired', 'revoked'] as const;
export type PassPlace = (typeof places)[number];

/** One lot as the verification counts it, by itself and not by the domain's own folding. */
export type LotEntry = {
  readonly lotId: string;
  readonly memberId: string;
  readonly kind: LotKind;
  readonly granted: number;
  readonly pricePence: number;
  expiresAt: string;
  /** What refunds and disputes ask for in all. */
  demanded: number;
} & Record<PassPlace, number>;
