import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import { Refusal } from '../refusal.ts';
import { changeSetting } from './decide.ts';
import type { SettingState } from './decider.ts';
import type { SharedPasswordsEvent } from './events.ts';

/** The setting that switches the roles' shared passwords; an unset or invalid value means that they are on. */
export const SHARED_PASSWORDS = 'shared_passwords';

/** An active admin account, in its credential epoch. */
export interface NamedAdmin {
  readonly staffId: string;
  readonly epoch: number;
}

export interface SharedPasswordsState extends SettingState {
  /** Counts the events: facts of other streams that were read at one count still hold for a decision at the same. */
  readonly count: number;
  /** The credential epoch in which each former admin was last released. */
  readonly released: ReadonlyMap<string, number>;
}

export const areSharedPasswordsOn = ({ setting }: SettingState): boolean => setting?.value !== 'off';

const isReleased = ({ released }: SharedPasswordsState, { staffId, epoch }: NamedAdmin): boolean =>
  (released.get(staffId) ?? 0) >= epoch;

/**
 * The stream of the setting also records the release of each admin, before the account changes. So one stream orders all changes that
 * could leave the studio without an admin who can sign in.
 */
export const sharedPasswordsDecider: Decider<SharedPasswordsState, SharedPasswordsEvent> = {
  stream: () => `setting-${SHARED_PASSWORDS}`,
  initial: { setting: null, count: 0, released: new Map() },
  evolve(state, event) {
    const count = state.count + 1;
    switch (event.type) {
      case 'SettingChanged': {
        const { value, description } = event.data;
        return { ...state, count, setting: { value, description } };
      }
      case 'AdminReleased': {
        const { staffId, epoch } = event.data;
        return { ...state, count, released: new Map(state.released).set(staffId, epoch) };
      }
      default:
        return assertNever(event);
    }
  },
};

/** Switches the shared passwords, by an admin with an account. @throws Refusal NAMED_ADMIN_NEEDED */
export function switchSharedPasswords(
  state: SharedPasswordsState,
  { by, ...change }: { value: string; description: string; by: NamedAdmin | null; now: Date },
): SharedPasswordsEvent[] {
  if (by === null || isReleased(state, by)) throw new Refusal('NAMED_ADMIN_NEEDED');
  return changeSetting(state, { key: SHARED_PASSWORDS, ...change });
}

/**
 * Lets go of an admin, whose account may then lose the role; `others` are active admins. Appends nothing for one who is released already.
 * @throws Refusal STAFF_LAST_ADMIN while the shared passwords are off and no other admin would stay
 */
export function releaseAdmin(
  state: SharedPasswordsState,
  { admin, others, now }: { admin: NamedAdmin; others: readonly NamedAdmin[]; now: Date },
): SharedPasswordsEvent[] {
  if (isReleased(state, admin)) return [];
  if (!areSharedPasswordsOn(state) && others.every((other) => isReleased(state, other)))
    throw new Refusal('STAFF_LAST_ADMIN');
  return [{ type: 'AdminReleased', data: { ...admin, at: now.toISOString() } }];
}
