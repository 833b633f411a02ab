import type { DomainEvent, EventDefinition } from '../event.ts';
import type { Offer } from '../wallet/events.ts';

/** How long a pass lasts from the day of purchase. */
export interface Validity {
  unit: 'weeks' | 'months';
  count: number;
}

/** One product of the catalogue. */
export interface PassDetails {
  passId: number;
  name: string;
  classes: number;
  pricePence: number;
  description: string;
  validity: Validity;
  offer: Offer | null;
  isActive: boolean;
  isPopular: boolean;
}

export type PassEvent =
  | DomainEvent<'PassCreated', PassDetails>
  | DomainEvent<'PassChanged', PassDetails>
  | DomainEvent<'PassRemoved', { passId: number }>;

export const passEventDefinitions = {
  PassCreated: { version: 1 },
  PassChanged: { version: 1 },
  PassRemoved: { version: 1 },
} satisfies Record<PassEvent['type'], EventDefinition>;
