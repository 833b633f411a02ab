import type { Pool } from 'pg';
import type { StudioClock } from '../clock/studio-clock.ts';
import type { Config } from '../config/config.ts';
import { createEmailHash } from '../crypto/keyed-hash.ts';
import { createMemberKeys, type MemberKeys } from '../crypto/member-keys.ts';
import { createSealer } from '../crypto/sealer.ts';
import { createEventStore } from '../event-store/create-event-store.ts';
import { createDeciderStore } from '../event-store/decider-store.ts';
import type { EventRegistry } from '../event-store/registry.ts';
import type { DeciderStore, EventShape, EventStore } from '../event-store/types.ts';
import type { Logger } from '../logging/logger.ts';
import { createMail, type Mail } from '../mail/mail.ts';
import { createPayments, type Payments } from '../payments/payments.ts';
import { createPool } from '../postgres/create-pool.ts';

const paymentsTimeoutMs = 15_000;

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
  readonly memberKeys: MemberKeys;
  readonly emailHash: (email: string) => string;
  readonly payments: Payments;
  readonly mail: Mail;
  close(): Promise<void>;
}

export function connectRuntime<E extends EventShape>(options: {
  config: Config;
  logger: Logger;
  clock: StudioClock;
  pool?: Pool;
  backends: Backends;
  registry: EventRegistry<E>;
}): Runtime<E> {
  const { config, logger, clock, backends } = options;
  const pool = options.pool ?? createPool(backends.databaseUrl, { max: 20 });
  const memberKeys = createMemberKeys({ pool, masterKey: config.masterKey });
  const eventStore = createEventStore<E>({
    connectionString: backends.eventStoreUrl,
    registry: options.registry,
    sealer: createSealer(memberKeys),
    logger,
  });
  return {
    config,
    logger,
    clock,
    backends,
    pool,
    eventStore,
    deciders: createDeciderStore(eventStore),
    memberKeys,
    emailHash: createEmailHash(config.masterKey),
    payments: createPayments({
      secretKey: config.stripe.secretKey,
      webhookSecret: config.stripe.webhookSecret,
      timeoutMs: paymentsTimeoutMs,
      ...(config.stripe.sandbox && backends.sandboxUrl !== null
        ? { apiBase: `${backends.sandboxUrl}/sandbox/stripe` }
        : {}),
    }),
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
