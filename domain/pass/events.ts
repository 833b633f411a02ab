import type { DomainEvent, EventDefinition } from '../event.ts';
import type { Validity } from '../london-time.ts';

/** A once-only offer: each member may buy one pass under it. */
export type Offer = 'sign_up' | 'special';

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
