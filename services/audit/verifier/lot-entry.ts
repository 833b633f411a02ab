import type { LotKind } from '#domain/wallet/events.ts';

/** The places in which a pass can be. */
export const places = ['available', 'held', 'used', 'forfeited', 'expired', 'revoked'] as const;
export type PassPlace = (typeof places)[number];

/** One lot, counted by the verification independently of the domain's `evolve`. */
export type LotEntry = {
  readonly lotId: string;
  readonly memberId: string;
  readonly kind: LotKind;
  readonly granted: number;
  readonly pricePence: number;
  expiresAt: string;
  /** How many passes refunds and disputes demand in total. */
  demanded: number;
} & Record<PassPlace, number>;
