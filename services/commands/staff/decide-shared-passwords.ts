import { Refusal } from '#domain/refusal.ts';
import type { SharedPasswordsEvent } from '#domain/setting/events.ts';
import {
  type NamedAdmin,
  SHARED_PASSWORDS,
  type SharedPasswordsState,
  sharedPasswordsDecider,
} from '#domain/setting/shared-passwords.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps } from '../define-command.ts';

const maxAttempts = 20;

/** An account that is an active admin by its own stream; null for any other. */
export async function readNamedAdmin({ deciders }: CommandDeps, staffId: string): Promise<NamedAdmin | null> {
  const { state } = await deciders.load(staffAccountDecider, staffId);
  return state.status === 'active' && state.role === 'admin' ? { staffId, epoch: state.epoch } : null;
}

/**
 * Decides on the stream of the shared passwords by facts of other streams as well. They are read after the stream's state, and
 * again when that has changed before the append. Every change of such facts is announced on this stream first.
 */
export async function decideSharedPasswords<Facts>(
  { deciders }: CommandDeps,
  context: CommandContext,
  readFacts: () => Promise<Facts>,
  decide: (state: SharedPasswordsState, facts: Facts) => readonly SharedPasswordsEvent[],
) {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const { state: seen } = await deciders.load(sharedPasswordsDecider, SHARED_PASSWORDS);
    const facts = await readFacts();
    let isCurrent = true;
    const result = await deciders.handle(sharedPasswordsDecider, SHARED_PASSWORDS, context, (state) => {
      isCurrent = state.count === seen.count;
      return isCurrent ? decide(state, facts) : [];
    });
    if (isCurrent) return result;
  }
  throw new Refusal('CONFLICT');
}
