import type { Subscriptions } from '#infra/payments/subscriptions.ts';
import type { KeyedIds } from '#infra/postgres/tables/keyed-ids.ts';
import type { CommandDeps } from '../define-command.ts';

/** The dependencies of commands about memberships. */
export interface MembershipDeps extends CommandDeps {
  readonly subscriptions: Subscriptions;
  /** Maps a member to their one membership id, which a later membership reuses. */
  readonly membershipIds: KeyedIds;
}
