import type { Pool } from 'pg';
import type { StudioEvent } from '#domain/registry.ts';
import type { StudioClock } from '#infra/clock/studio-clock.ts';
import type { EmailProofTokens } from '#infra/crypto/email-proof-token.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import type { UnsubscribeTokens } from '#infra/crypto/unsubscribe-token.ts';
import type { DeciderStore, EventStore } from '#infra/event-store/types.ts';
import type { Logger } from '#infra/logging/logger.ts';
import type { Mail } from '#infra/mail/mail.ts';
import type { Payments } from '#infra/payments/payments.ts';
import type { Subscriptions } from '#infra/payments/subscriptions.ts';
import type { StorageScope } from '#infra/postgres/clear-storage.ts';
import type { KeyedIds } from '#infra/postgres/tables/keyed-ids.ts';
import type { Push } from '#infra/push/push.ts';
import type { PushSubscriptions } from '#infra/push/push-subscriptions.ts';
import type { DeadLetter } from '#infra/queue/read-lanes.ts';
import type { Verdict } from '#services/audit/verification/verify-installation.ts';
import type { Sender } from '#workers/core/sender.ts';

/** The dependencies of job handlers. */
export interface JobDependencies {
  readonly pool: Pool;
  readonly deciders: DeciderStore<StudioEvent>;
  readonly eventStore: Pick<EventStore<StudioEvent>, 'readStream'>;
  readonly memberKeys: MemberKeys;
  readonly emailHash: (email: string) => string;
  readonly signInSecret: (text: string) => string;
  readonly offerHash: (text: string) => string;
  readonly sharedPasswordMarks: { readonly admin: string };
  readonly payments: Payments;
  readonly subscriptions: Subscriptions;
  readonly membershipIds: KeyedIds;
  readonly nextBookingId: () => Promise<number>;
  readonly unsubscribeTokens: UnsubscribeTokens;
  readonly emailProofTokens: EmailProofTokens;
  readonly mail: Mail;
  readonly push: Push;
  readonly pushSubscriptions: PushSubscriptions;
  readonly clock: StudioClock;
  readonly logger: Logger;
  readonly sender: Sender;
  /** The studio's own email address. */
  readonly studioAddress: string;
  /** Verifies the whole store and its read models in a worker thread. */
  readonly verify: (now: Date) => Promise<Verdict>;
  /** Counts what a repetition of the history under its own rules decides otherwise. */
  readonly countOwnDifferences: (now: Date) => Promise<number>;
  /** Clears the disk of what deleted rows of these tables left there. @throws StorageInUse */
  readonly clearStorage: (tables: readonly string[]) => Promise<StorageScope>;
  /** The jobs that used up their attempts. */
  readonly deadLetters: () => Promise<readonly DeadLetter[]>;
}
