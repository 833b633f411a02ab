import type { Pool } from 'pg';
import type { StudioEvent } from '#domain/registry.ts';
import type { StudioClock } from '#infra/clock/studio-clock.ts';
import type { Config } from '#infra/config/config.ts';
import type { AuditSigner } from '#infra/crypto/audit-signature.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import type { UnsubscribeTokens } from '#infra/crypto/unsubscribe-token.ts';
import type { DeciderStore, EventStore } from '#infra/event-store/types.ts';
import type { Payments } from '#infra/payments/payments.ts';
import type { Subscriptions } from '#infra/payments/subscriptions.ts';
import type { IdSequence } from '#infra/postgres/tables/id-sequence.ts';
import type { KeyedIds, KnownKeyedIds } from '#infra/postgres/tables/keyed-ids.ts';
import type { CatchUp } from './catch-up.ts';
import type { IdempotentIds } from './idempotent-ids.ts';
import type { Authentication } from './plugins/authentication.ts';

/** The numbers the studio counts up of what converges by itself when it is asked for again. */
export interface IdSequences {
  readonly bookingId: IdSequence;
  readonly waitlistId: IdSequence;
}

/** The numbers the studio counts up of what would be made another time. */
export interface IdempotentIdSequences {
  readonly classId: IdempotentIds;
  readonly instructorId: IdempotentIds;
  readonly passId: IdempotentIds;
  readonly registrationId: IdempotentIds;
  readonly templateId: IdempotentIds;
  readonly templateClassId: IdempotentIds;
}

/** What routes work with. */
export interface ApiDependencies {
  readonly config: Config;
  readonly clock: StudioClock;
  readonly pool: Pool;
  readonly deciders: DeciderStore<StudioEvent>;
  readonly eventStore: EventStore<StudioEvent>;
  readonly memberKeys: MemberKeys;
  readonly emailHash: (email: string) => string;
  /** Of the staff's addresses: a member may have the same one. */
  readonly staffEmailHash: (email: string) => string;
  /** Tells the addresses that requests come from apart, without keeping them. */
  readonly clientHash: (ip: string) => string;
  readonly payments: Payments;
  readonly subscriptions: Subscriptions;
  readonly membershipIds: KeyedIds;
  readonly unsubscribeTokens: UnsubscribeTokens;
  readonly auditSigner: AuditSigner;
  /** The one class of a template class in a week, for ever. */
  readonly templateWeekIds: KnownKeyedIds;
  readonly ids: IdSequences;
  readonly idempotentIds: IdempotentIdSequences;
  readonly authentication: Authentication;
  readonly catchUp: CatchUp;
}
