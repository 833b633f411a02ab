import { join } from 'node:path';
import type { Pool } from 'pg';
import type { StudioClock } from '../clock/studio-clock.ts';
import type { Config } from '../config/config.ts';
import { type AuditSigner, createAuditSigner } from '../crypto/audit-signature.ts';
import { ERASURE_REGISTER, extendErasureRegister } from '../crypto/erasure-register.ts';
import { createEmailHash, createKeyedHash } from '../crypto/keyed-hash.ts';
import { createMemberKeys, type MemberKeys } from '../crypto/member-keys.ts';
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

const paymentsTimeoutMs = 15_000;

/** The membership as Stripe sells it (spec 000 section 9). */
const membershipPrice = {
  lookupKey: 'monthly-membership',
  amountPence: 18_000,
  productName: 'Monthly Membership',
};

/** Where the servers are that a process works with. */
export interface Backends {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  /** Base URL of this installation's own stand-ins, when it has any. */
  readonly sandboxUrl: string | null;
}

/** What every process of the product has open: the connections and adapters that do not differ between them. */
export interface Runtime<E extends EventShape> {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: StudioClock;
  readonly backends: Backends;
  readonly pool: Pool;
  readonly eventStore: EventStore<E>;
  readonly deciders: DeciderStore<E>;
  /** What its other keys are derived from; for threads of this process. */
  readonly rootKey: Buffer;
  readonly memberKeys: MemberKeys;
  readonly emailHash: (email: string) => string;
  /** Of the staff's addresses: a member may have the same one. */
  readonly staffEmailHash: (email: string) => string;
  /** Tells the addresses that requests come from apart, without keeping them. */
  readonly clientHash: (ip: string) => string;
  readonly payments: Payments;
  readonly subscriptions: Subscriptions;
  /** The membership of a member: one for ever. */
  readonly membershipIds: KeyedIds;
  readonly unsubscribeTokens: UnsubscribeTokens;
  readonly auditSigner: AuditSigner;
  readonly mail: Mail;
  close(): Promise<void>;
}

/** The pool that a process asks by; migrations have one of their own (`migrateDatabase`), since they may take their time. */
export function createRuntimePool(databaseUrl: string, logger: Logger): Pool {
  return createPool(databaseUrl, { max: 20, onIdleError: logLostConnection(logger) });
}

/**
 * Notes who is erased in the register that a restore of an embedded installation asks. One that can't be written holds up no
 * erasure: the next backup adds what is missing.
 */
function registerErasures({ backupDir }: Config, logger: Logger) {
  const register = join(backupDir, ERASURE_REGISTER);
  return async ({ personId, at, fingerprint }: { personId: string; at: Date; fingerprint: string }) => {
    const entry = { personId, erasedAt: at.toISOString(), keyFingerprint: fingerprint };
    await extendErasureRegister(register, [entry]).catch((error: unknown) => {
      logger.error(
        { err: error },
        'The register of erasures could not be written; the next backup will add to it',
      );
    });
  };
}

/** Opens them, on a migrated database. @throws WrongMasterKey */
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
    ...(config.databaseUrl === null ? { beforeDestroy: registerErasures(config, logger) } : {}),
  });
  const eventStore = createEventStore<E>({
    connectionString: backends.eventStoreUrl,
    registry: options.registry,
    sealer: createSealer(memberKeys),
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
    payments: createPayments({ ...stripe, webhookSecret: config.stripe.webhookSecret }),
    subscriptions: createSubscriptions({ ...stripe, price: membershipPrice }),
    membershipIds: createKeyedIds(pool, { kind: 'membership', sequence: 'membership_id_seq' }),
    unsubscribeTokens: createUnsubscribeTokens(rootKey),
    auditSigner: createAuditSigner(rootKey),
    mail: createMail({
      apiKey: config.brevo.apiKey ?? 'sandbox',
      from: { name: config.studio.name, email: config.studio.email },
      ...(config.brevo.sandbox && backends.sandboxUrl !== null
        ? { apiBase: `${backends.sandboxUrl}/sandbox/brevo/v3` }
        : {}),
    }),
    async close() {
      await eventStore.close();
      await pool.end();
    },
  };
}
