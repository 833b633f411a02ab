import { isForgotten } from '#domain/event.ts';
import type { StudioEvent } from '#domain/registry.ts';
import {
  type SecondFactor,
  type StaffAccountState,
  staffAccountDecider,
} from '#domain/staff-account/decider.ts';
import { type StaffAccountEvent, staffAccountEventDefinitions } from '#domain/staff-account/events.ts';
import type { EventStore } from '#infra/event-store/types.ts';

/** A second factor with what verifies its codes. */
export interface StoredSecondFactor extends SecondFactor {
  /** Null if it can no longer be decrypted: then no code of the app is right. */
  readonly secret: string | null;
  /** Of the recovery codes, by their numbers. */
  readonly hashes: readonly string[];
}

const isOfStaffAccount = (event: StudioEvent): event is StaffAccountEvent =>
  Object.hasOwn(staffAccountEventDefinitions, event.type);

/** Reads an account's second factor from its own stream, the only place with its secret; null without one. */
export async function readSecondFactor(
  { eventStore }: { readonly eventStore: Pick<EventStore<StudioEvent>, 'readStream'> },
  staffId: string,
): Promise<StoredSecondFactor | null> {
  const { events } = await eventStore.readStream(staffAccountDecider.stream(staffId));
  let state: StaffAccountState = staffAccountDecider.initial;
  let secret: string | null = null;
  let hashes: readonly string[] = [];
  for (const event of events) {
    if (!isOfStaffAccount(event)) continue;
    state = staffAccountDecider.evolve(state, event);
    if (event.type === 'StaffSecondFactorAdded') {
      secret = isForgotten(event.data.personal) ? null : event.data.personal.secret;
    } else if (event.type === 'StaffRecoveryCodesMade') {
      hashes = isForgotten(event.data.personal) ? [] : event.data.personal.hashes;
    }
  }
  const factor = state.status === 'active' ? state.secondFactor : null;
  return factor === null ? null : { ...factor, secret, hashes };
}
