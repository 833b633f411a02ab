import type { Subscriptions } from '#infra/payments/subscriptions.ts';
import type { KeyedIds } from '#infra/postgres/tables/keyed-ids.ts';
import type { CommandDeps } from '../define-command.ts';

/** What commands about memberships need. */
export interface MembershipDeps extends CommandDeps {
  readonly subscriptions: Subscriptions;
  /** The membership of a member: one for ever, which may be started again. */
  readonly membershipIds: KeyedIds;
}
