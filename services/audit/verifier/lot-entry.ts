import type { LotKind } from '#domain/wallet/events.ts';

/** The places in which a pass can be. */
export const places = ['available', 'held', 'used', 'forfeited', 'expired', 'revoked'] as const;
export type PassPlace = (typeof places)[number];

export const noPasses: { readonly granted: number } & Readonly<Record<PassPlace, number>> = {
  granted: 0,
  available: 0,
  held: 0,
  used: 0,
  forfeited: 0,
  expired: 0,
  revoked: 0,
};

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
