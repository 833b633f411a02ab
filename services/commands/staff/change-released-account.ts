import { Refusal } from '#domain/refusal.ts';
import {
  type NamedAdmin,
  releaseAdmin,
  SHARED_PASSWORDS,
  type SharedPasswordsState,
  sharedPasswordsDecider,
} from '#domain/setting/shared-passwords.ts';
import { type StaffAccountState, staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { StaffAccountEvent } from '#domain/staff-account/events.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps } from '../define-command.ts';
import { decideSharedPasswords, readNamedAdmin } from './decide-shared-passwords.ts';

const maxAttempts = 20;

interface Change {
  readonly staffId: string;
  /** The ids of all admins, as far as the caller knows; each counts only if its own stream confirms it. */
  readonly admins: readonly string[];
  readonly decide: (state: StaffAccountState) => readonly StaffAccountEvent[];
}

interface ReleaseFacts {
  /** Null for an account that is no active admin. */
  readonly admin: NamedAdmin | null;
  readonly others: readonly NamedAdmin[];
}

async function readReleaseFacts(deps: CommandDeps, { staffId, admins }: Change): Promise<ReleaseFacts> {
  const admin = await readNamedAdmin(deps, staffId);
  const ids = admin === null ? [] : admins.filter((id) => id !== staffId);
  const others = await Promise.all(ids.map((id) => readNamedAdmin(deps, id)));
  return { admin, others: others.filter((other) => other !== null) };
}

const decideRelease = (state: SharedPasswordsState, { admin, others }: ReleaseFacts, now: Date) =>
  admin === null ? [] : releaseAdmin(state, { admin, others, now });

/** Decides what `changeReleasedAccount` decides, and appends nothing. */
export async function checkReleasedAccount(deps: CommandDeps, change: Change, now: Date): Promise<void> {
  const { deciders } = deps;
  change.decide((await deciders.load(staffAccountDecider, change.staffId)).state);
  const { state } = await deciders.load(sharedPasswordsDecider, SHARED_PASSWORDS);
  decideRelease(state, await readReleaseFacts(deps, change), now);
}

/**
 * Changes an account so that it may no longer be an active admin. An admin is released first, on the stream that orders all
 * releases. The change is made in the same credential epoch, or everything starts over. A crash between leaves an admin who does
 * not count as one that stays.
 * @throws Refusal STAFF_LAST_ADMIN
 */
export async function changeReleasedAccount(deps: CommandDeps, change: Change, context: CommandContext) {
  const { deciders } = deps;
  const { staffId } = change;
  // A refusal by the account releases no other account.
  change.decide((await deciders.load(staffAccountDecider, staffId)).state);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    let releasedEpoch: number | null = null;
    const readFacts = async () => {
      const facts = await readReleaseFacts(deps, change);
      releasedEpoch = facts.admin?.epoch ?? null;
      return facts;
    };
    await decideSharedPasswords(deps, context, readFacts, (state, facts) =>
      decideRelease(state, facts, context.now),
    );
    let isReleased = true;
    const result = await deciders.handle(staffAccountDecider, staffId, context, (state) => {
      const isAdmin = state.status === 'active' && state.role === 'admin';
      isReleased = !isAdmin || state.epoch === releasedEpoch;
      return isReleased ? change.decide(state) : [];
    });
    if (isReleased) return result;
  }
  throw new Refusal('CONFLICT');
}
