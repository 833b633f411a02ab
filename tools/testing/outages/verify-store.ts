import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { createMemberKeys } from '#infra/crypto/member-keys.ts';
import { openRootKey } from '#infra/crypto/root-key.ts';
import { createSealer } from '#infra/crypto/sealer.ts';
import { createEventStore } from '#infra/event-store/create-event-store.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import { studioProjections } from '#projections/registry.ts';
import { verifyInstallation } from '#services/audit/verification/verify-installation.ts';
import { waitFor } from '../wait-for.ts';
import type { OutageStudio } from './outage-studio.ts';

/** Verifies every event and read model of the studio, connected around its wires. Returns sentences about what is wrong. */
export async function findStoreFaults({ direct, runtime }: OutageStudio): Promise<string[]> {
  const { databaseUrl, eventStoreUrl } = direct;
  const pool = createPool(databaseUrl, { max: 2 });
  const rootKey = await openRootKey(pool, runtime.config.masterKey);
  const sealer = createSealer(createMemberKeys({ pool, rootKey }));
  const store = createEventStore<StudioEvent>({
    connectionString: eventStoreUrl,
    registry: eventRegistry,
    sealer,
    logger: runtime.logger,
  });
  let found: string[] = [];
  const verify = async () => {
    const { holds, events, readModels } = await verifyInstallation({
      databaseUrl,
      store,
      projections: studioProjections,
      now: runtime.clock.now(),
    });
    const { bookings, payments, invoices } = events.underWay;
    found = [
      ...events.exceptions.map(({ code, stream, sentence }) => `${code} ${stream}: ${sentence}`),
      ...readModels.differences.map(({ sentence }) => sentence),
      ...readModels.notCompared.map(({ projection, reason }) => `${projection}: ${reason}`),
      ...(bookings + payments + invoices > 0
        ? [`${bookings} bookings, ${payments} payments unfinished`]
        : []),
    ];
    return holds && found.length === 0;
  };
  try {
    // Read models may still catch up, and sweeps may still finish what the outage left.
    await waitFor(verify).catch(() => {});
    return found;
  } finally {
    await store.close();
    await pool.end();
  }
}
