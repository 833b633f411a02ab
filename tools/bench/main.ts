import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#embedded/postgres/start-postgres.ts';
import { ensureDatabase } from '#infra/postgres/ensure-database.ts';
import { buildWeb } from '../run/build-web.ts';
import { type Figure, printFigure } from './measure.ts';
import { measureAppends } from './measures/appends.ts';
import { measureBookingLatency } from './measures/booking-latency.ts';
import { measureBookings } from './measures/bookings.ts';
import { measureClassesPage } from './measures/classes-page.ts';
import { measureErasure } from './measures/erasure.ts';
import { measureMemory } from './measures/memory.ts';
import { measurePages } from './measures/pages.ts';
import { measureRebuild } from './measures/rebuild.ts';
import { measureRivals } from './measures/rivals.ts';
import { measureStaffLists } from './measures/staff-lists.ts';
import { measureVerification } from './measures/verification.ts';
import type { PeerBooking } from './peers/peer-service.ts';
import { measureRelease } from './release/measure-release.ts';
import { startChild } from './servers/child.ts';

const databases = [
  'studio',
  'event_store',
  'peer_transaction',
  'peer_function',
  'inserts',
  'lone_store',
  'rebuilt',
  'audited_store',
  'audited',
  'erased',
  'erased_store',
] as const;

/** `npm run bench:load` measures it for longer. */
const shortRelease = { members: 5_000, pages: 1_000, rates: [134], seconds: 20, rounds: 3 };

/** Runs measures by letter, such as `npm run bench -- a f`, or all. Returns whether every goal is met. */
export async function main(letters: readonly string[]): Promise<boolean> {
  const shown: Figure[] = [];
  const show = (figure: Figure) => {
    printFigure(figure);
    shown.push(figure);
  };
  const isSelected = (letter: string) => letters.length === 0 || letters.includes(letter);
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') });
  for (const name of databases) await ensureDatabase(postgres.url, name);
  buildWeb();
  const startStudio = (database: string, store: string) =>
    startChild(new URL('./servers/studio-server.ts', import.meta.url), {
      STUDIO_DATABASE: postgres.urlFor(database),
      STORE_DATABASE: postgres.urlFor(store),
    });
  const studio = startStudio('studio', 'event_store');
  const startPeer = (booking: PeerBooking) =>
    startChild(new URL('./servers/peer-server.ts', import.meta.url), {
      PEER_DATABASE: postgres.urlFor(`peer_${booking}`),
      PEER_BOOKING: booking,
    });
  const peers = { transaction: startPeer('transaction'), function: startPeer('function') };
  try {
    // (b) comes first, while its day has only its own classes.
    if (isSelected('b')) show(await measureClassesPage(studio));
    if (isSelected('a')) for (const figure of await measureBookings(studio, peers)) show(figure);
    if (isSelected('c')) for (const figure of await measureBookingLatency(studio, peers)) show(figure);
    if (isSelected('e')) show(await measureRivals(studio));
    // (i) comes last, because it adds thousands of members.
    if (isSelected('i')) for (const figure of await measureStaffLists(studio)) show(figure);
  } finally {
    for (const peer of Object.values(peers)) await peer.stop().catch(() => {});
    await studio.stop().catch(() => {});
  }
  if (isSelected('n')) {
    // In a studio of its own, because (i) has used the ids of its members and classes.
    const erased = startStudio('erased', 'erased_store');
    const figures = await measureErasure(erased, postgres.urlFor('erased')).finally(() => erased.stop());
    for (const figure of figures) show(figure);
  }
  // The following measures run without a studio.
  const loneStore = startChild(new URL('./servers/event-store-server.ts', import.meta.url), {
    STORE_DATABASE: postgres.urlFor('lone_store'),
  });
  try {
    const { url: eventStoreUrl } = await loneStore.ask<{ url: string }>({});
    if (isSelected('d')) {
      show(await measureRebuild({ databaseUrl: postgres.urlFor('rebuilt'), eventStoreUrl, dataDir }));
    }
    if (isSelected('f')) {
      const servers = { eventStoreUrl, databaseUrl: postgres.urlFor('inserts') };
      for (const figure of await measureAppends(servers)) show(figure);
    }
    if (isSelected('j')) {
      const audited = startChild(new URL('./servers/event-store-server.ts', import.meta.url), {
        STORE_DATABASE: postgres.urlFor('audited_store'),
      });
      const { url } = await audited.ask<{ url: string }>({});
      const servers = { databaseUrl: postgres.urlFor('audited'), eventStoreUrl: url, dataDir };
      for (const figure of await measureVerification(servers).finally(() => audited.stop())) show(figure);
    }
  } finally {
    await loneStore.stop().catch(() => {});
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  if (isSelected('g')) show(await measureMemory());
  if (isSelected('h')) for (const figure of await measurePages()) show(figure);
  if (isSelected('k')) for (const figure of await measureRelease(shortRelease)) show(figure);
  return shown.every(({ met }) => met !== false);
}
