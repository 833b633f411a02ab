import type { DomainEvent, EventDefinition } from '../event.ts';
import type { Pay } from '../instructor/rates.ts';

/** A class and whom it pays. */
interface PayLine extends Pay {
  classId: number;
  /** Who was to teach it when it began. */
  instructorId: number;
  level: string;
  /** London wall date and time. */
  date: string;
  time: string;
  /** Bookings that stood and were not marked absent. */
  heads: number;
  pence: number;
}

export interface PaidClass extends PayLine {
  /** Heads without an attendance mark. */
  unmarked: number;
}

/** What a class of an earlier, closed period pays more or less than it was paid; `pence` is the difference. */
export interface PayAdjustment extends PayLine {
  /** All that was paid for the class before, and for how many heads. */
  paidPence: number;
  paidHeads: number;
}

export type PayEvent =
  /** The pay of a span of London days (inclusive) is settled, for ever. A later change is an adjustment of a later period. */
  DomainEvent<
    'PayPeriodClosed',
    {
      from: string;
      to: string;
      classes: readonly PaidClass[];
      adjustments: readonly PayAdjustment[];
      totalPence: number;
    }
  >;

export const payEventDefinitions = {
  PayPeriodClosed: { version: 1 },
} satisfies Record<PayEvent['type'], EventDefinition>;
