import { join } from 'node:path';
import type { Pool } from 'pg';
import type { StudioClock } from '../clock/studio-clock.ts';
import type { Config } from '../config/config.ts';
import { type AuditSigner, createAuditSigner } from '../crypto/audit-signature.ts';
import { type Challenges, createChallenges } from '../crypto/challenges.ts';
import { createEmailProofTokens, type EmailProofTokens } from '../crypto/email-proof-token.ts';
import { ERASURE_REGISTER, extendErasureRegister } from '../crypto/erasure-register.ts';
import { createEmailHash, createKeyedHash } from '../crypto/keyed-hash.ts';
import { createMemberKeys, type MemberKeys } from '../crypto/member-keys.ts';
import { createSetupSecrets } from '../crypto/one-time-codes.ts';
import { openRootKey } from '../crypto/root-key.ts';
import { createSealer } from '../crypto/sealer.ts';
import { createUnsubscribeTokens, type UnsubscribeTokens } from '../crypto/unsubscribe-token.ts';
import { createEventStore } from '../event-store/create-event-store.ts';
import { createDeciderStore } from '../event-store/decider-store.ts';
import type { EventRegistry } from '../event-store/registry.ts';
import type { DeciderStore, EventShape, EventStore } from '../event-store/types.ts';
import type { Logger } from '../logging/logger.ts';
import { createMail, type Mail } from '../mail/mail.ts';
import { createPayments, type Payments } from '../payments/payments.ts';
import { createSubscriptions, type Subscriptions } from '../payments/subscriptions.ts';
import { createPool, logLostConnection } from '../postgres/create-pool.ts';
import { endPoolOnError } from '../postgres/end-pool-on-error.ts';
import { createKeyedIds, type KeyedIds } from '../postgres/tables/keyed-ids.ts';
import { createPush, type Push } from '../push/push.ts';
import { createPushSubscriptions, type PushSubscriptions } from '../push/push-subscriptions.ts';
import { deriveVapidKeys } from '../push/vapid-keys.ts';

const paymentsTimeoutMs = 15_000;

/** The addresses of the servers that a process uses. */
export interface Backends {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  /** Base URL of the sandbox's stand-ins; null without any. */
  readonly sandboxUrl: string | null;
}

/** The connections and adapters that every process has. */
export interface Runtime<E extends EventShape> {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: StudioClock;
  readonly backends: Backends;
  readonly pool: Pool;
  readonly eventStore: EventStore<E>;
  readonly deciders: DeciderStore<E>;
  /** All other keys are derived from it; for threads of this process. */
  readonly rootKey: Buffer;
  readonly memberKeys: MemberKeys;
  readonly emailHash: (email: string) => string;
  /** Hashes staff addresses apart from members', who may have the same address. */
  readonly staffEmailHash: (email: string) => string;
  /** Hashes client addresses, so that none is stored. */
  readonly clientHash: (ip: string) => string;
  /** Hashes mailboxes and cards that had an offer, apart from all other hashes. */
  readonly offerHash: (text: string) => string;
  readonly challenges: Challenges;
  /** Derives the codes and links by which members sign in from the ids of their requests. */
  readonly signInSecret: (text: string) => string;
  /** Derives the secret of an authenticator app that is being set up, so that it is not stored until a code of it is right. */
  readonly secondFactorSecret: (setup: string) => string;
  /** A keyed hash of each role's shared password, by which a changed password is recognised. */
  readonly sharedPasswordMarks: Config['staffPasswords'];
  readonly payments: Payments;
  readonly subscriptions: Subscriptions;
  /** The id of a member's membership, of which there is only ever one. */
  readonly membershipIds: KeyedIds;
  readonly unsubscribeTokens: UnsubscribeTokens;
  readonly emailProofTokens: EmailProofTokens;
  readonly auditSigner: AuditSigner;
  readonly mail: Mail;
  readonly push: Push;
  readonly pushSubscriptions: PushSubscriptions;
  close(): Promise<void>;
}

/** Opens a process's pool; migrations use their own (`migrateDatabase`), because they may run long. */
export function createRuntimePool(databaseUrl: string, logger: Logger): Pool {
  return createPool(databaseUrl, { max: 20, onIdleError: logLostConnection(logger) });
}

/**
 * Returns a function that records an erasure in the register, which a restore of an embedded installation reads. A failed write
 * does not block the erasure, because the next backup adds what is missing.
 */
function createErasureRecorder({ backupDir }: Config, logger: Logger) {
  const register = join(backupDir, ERASURE_REGISTER);
  return async ({ personId, at, fingerprint }: { personId: string; at: Date; fingerprint: string }) => {
    const entry = { personId, erasedAt: at.toISOString(), keyFingerprint: fingerprint };
    await extendErasureRegister(register, [entry]).catch((error: unknown) => {
      logger.error({ err: error }, 'Cannot write the erasure register; the next backup adds what is missing');
    });
  };
}

function markSharedPasswords(
  rootKey: Buffer,
  { admin, instructor, auditor }: Config['staffPasswords'],
): Config['staffPasswords'] {
  const mark = createKeyedHash(rootKey, 'shared-password');
  return { admin: mark(admin), instructor: mark(instructor), auditor: mark(auditor) };
}

/** Opens a process's connections, on a migrated database. @throws WrongMasterKey */
export async function connectRuntime<E extends EventShape>(options: {
  config: Config;
  logger: Logger;
  clock: StudioClock;
  pool?: Pool;
  backends: Backends;
  registry: EventRegistry<E>;
}): Promise<Runtime<E>> {
  const { config, logger, clock, backends } = options;
  const pool = options.pool ?? createRuntimePool(backends.databaseUrl, logger);
  const rootKey = await endPoolOnError(pool, openRootKey(pool, config.masterKey));
  const memberKeys = createMemberKeys({
    pool,
    rootKey,
    ...(config.databaseUrl === null ? { beforeDestroy: createErasureRecorder(config, logger) } : {}),
  });
  const sealer = createSealer(memberKeys);
  const eventStore = createEventStore<E>({
    connectionString: backends.eventStoreUrl,
    registry: options.registry,
    sealer,
    logger,
  });
  const stripe = {
    secretKey: config.stripe.secretKey,
    timeoutMs: paymentsTimeoutMs,
    ...(config.stripe.sandbox && backends.sandboxUrl !== null
      ? { apiBase: `${backends.sandboxUrl}/sandbox/stripe` }
      : {}),
  };
  return {
    config,
    logger,
    clock,
    backends,
    pool,
    eventStore,
    deciders: createDeciderStore(eventStore),
    rootKey,
    memberKeys,
    emailHash: createEmailHash(rootKey),
    staffEmailHash: createEmailHash(rootKey, 'staff'),
    clientHash: createKeyedHash(rootKey, 'client-address'),
    offerHash: createKeyedHash(rootKey, 'once-only-offer'),
    challenges: createChallenges(createKeyedHash(rootKey, 'passkey-challenge')),
    signInSecret: createKeyedHash(rootKey, 'sign-in-code'),
    secondFactorSecret: createSetupSecrets(rootKey),
    sharedPasswordMarks: markSharedPasswords(rootKey, config.staffPasswords),
    payments: createPayments({ ...stripe, webhookSecret: config.stripe.webhookSecret }),
    subscriptions: createSubscriptions(stripe),
    membershipIds: createKeyedIds(pool, { kind: 'membership', sequence: 'membership_id_seq' }),
    unsubscribeTokens: createUnsubscribeTokens(rootKey),
    emailProofTokens: createEmailProofTokens(rootKey),
    auditSigner: createAuditSigner(rootKey),
    mail: createMail({
      apiKey: config.brevo.apiKey ?? 'sandbox',
      from: { name: config.studio.name, email: config.studio.email },
      ...(config.brevo.sandbox && backends.sandboxUrl !== null
        ? { apiBase: `${backends.sandboxUrl}/sandbox/brevo/v3` }
        : {}),
    }),
    push: createPush({
      vapid: deriveVapidKeys(rootKey),
      contactEmail: config.studio.email,
      siteUrl: config.siteUrl,
      sandboxUrl: config.brevo.sandbox ? backends.sandboxUrl : null,
      logger,
    }),
    pushSubscriptions: createPushSubscriptions({
      pool,
      sealer,
      hash: createKeyedHash(rootKey, 'push-endpoint'),
    }),
    async close() {
      await eventStore.close();
      await pool.end();
    },
  };
}
