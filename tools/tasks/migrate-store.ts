import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { withBackends } from '#embedded/backends.ts';
import { markMoved } from '#embedded/moved-store.ts';
import { type Config, loadConfig } from '#infra/config/config.ts';
import { openRawLog, type RawEntry, type RawLog } from '#infra/event-store/raw-log.ts';
import { migrateDatabase } from '#infra/postgres/migrate.ts';
import { allMigrations } from '#infra/postgres/migrations/all.ts';
import { copyLog, lookThrough, type Progress } from '../migrate-store/copy-log.ts';
import { MigrationError } from '../migrate-store/migration-error.ts';
import { readKeptPositions, switchPositions, whileStopped } from '../migrate-store/switch-store.ts';
import { type Verified, verifyLogs } from '../migrate-store/verify-logs.ts';
import { isStoreAddress, readOptions, refuse } from './support/read-options.ts';

const HELP = `npm run migrate-store -- --to esdb://… [OPTIONS]

Copies the events of this installation to another EventStoreDB, in the order of the whole log, each with its id, revision and
bytes, and then compares both logs event by event. Killed at any moment, it goes on where the target ends. The target must
hold nothing else.

  --to ADDRESS     the new event store: esdb://host:2113?tls=false, or for a cluster
                   esdb+discover://user:password@one:2113,two:2113,three:2113?tls=true&tlsCAFile=/path/ca.crt
  --from ADDRESS   another source than this installation's event store
  --switch         with the studio stopped: the last of it, and then the installation's own positions are moved over, so that
                   no email is repeated or lost and closed months stay as they are. Start with EVENTSTORE_URL=ADDRESS after it
  --help           this text

The studio may run and serve while the bulk is copied. So: run it; stop the studio; run it again with --switch; set EVENTSTORE_URL; start.`;

const { values: options } = readOptions(HELP, {
  options: {
    to: { type: 'string' },
    from: { type: 'string' },
    switch: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
const { to, from } = options;
if (to === undefined || !isStoreAddress(to) || (from !== undefined && !isStoreAddress(from))) refuse(HELP);
if (from !== undefined && options.switch)
  refuse('--switch is for the event store of this installation, so it goes without --from.');

const began = performance.now();
let told = began;
let total = 0;

function onProgress({ phase, events }: Progress): void {
  if (performance.now() - told < 2_000) return;
  told = performance.now();
  const percent = total === 0 ? '' : ` of ${total} (${Math.floor((100 * events) / total)}%)`;
  console.log(`${phase}: ${events} events${percent}`);
}

/** What a closing of a month says of the log (domain/month). */
const closingSchema = z.object({ month: z.string(), throughPosition: z.string().regex(/^\d+$/) });

async function carryOver(
  source: RawLog,
  target: RawLog,
  wanted: bigint[],
  see: (event: RawEntry) => void,
): Promise<Verified> {
  total = await lookThrough(source, see, onProgress);
  const { found, copied } = await copyLog({ from: source, to: target, onProgress });
  console.log(`${found} events were there, ${copied} were copied; now both logs are compared`);
  const verified = await verifyLogs({ from: source, to: target, wanted, onProgress });
  console.log(
    `${verified.events} events are the same, byte by byte, after ${((performance.now() - began) / 1_000).toFixed(1)} s`,
  );
  return verified;
}

async function copy(source: RawLog, target: RawLog): Promise<boolean> {
  const { behind } = await carryOver(source, target, [], () => {});
  if (behind === 0) {
    console.log('The source did not move meanwhile: the target holds all of it.');
    return true;
  }
  console.log(
    `The source went on meanwhile: ${behind} events are not in the target yet. Run it again, at last with the studio stopped.`,
  );
  return false;
}

async function switchOver(
  config: Config,
  source: RawLog,
  target: RawLog,
  databaseUrl: string,
): Promise<void> {
  await migrateDatabase(databaseUrl, allMigrations);
  await whileStopped(databaseUrl, async (client) => {
    const kept = await readKeptPositions(client);
    const closings = new Map<string, bigint>();
    const wanted: bigint[] = kept.reactors === null ? [] : [kept.reactors];
    const see = ({ type, data }: RawEntry) => {
      if (type !== 'MonthClosed') return;
      const { month, throughPosition } = closingSchema.parse(JSON.parse(data.toString('utf8')));
      const position = kept.closings.get(month) ?? BigInt(throughPosition);
      closings.set(month, position);
      wanted.push(position);
    };
    const { behind, positions } = await carryOver(source, target, wanted, see);
    if (behind > 0)
      throw new MigrationError(
        `Something still writes to the source (${behind} events since). Nothing was switched.`,
      );
    const inTarget = (position: bigint) => positions.get(position) ?? null;
    // Before the database: whoever starts the old store after a crash in between is told, and a second --switch is the same again.
    await switchPositions(client, {
      reactors: kept.reactors === null ? null : inTarget(kept.reactors),
      closings: new Map([...closings].map(([month, position]) => [month, inTarget(position) ?? 0n])),
    });
    if (config.eventStoreUrl === null) await markMoved(config.dataDir);
  });
  console.log(
    'Switched. Set EVENTSTORE_URL to the new address before you start the studio: the read models are built anew at that start.',
  );
}

async function run(target: RawLog): Promise<boolean> {
  if (from !== undefined) {
    const source = openRawLog(from);
    return copy(source, target).finally(() => source.close());
  }
  const config = loadConfig(process.env);
  if (config.eventStoreUrl === null && !existsSync(join(config.dataDir, 'postgres'))) {
    throw new MigrationError(`There is no installation in ${resolve(config.dataDir)}.`);
  }
  return withBackends(config, async ({ databaseUrl, eventStoreUrl }) => {
    const source = openRawLog(eventStoreUrl);
    try {
      if (!options.switch) return await copy(source, target);
      await switchOver(config, source, target, databaseUrl);
      return true;
    } finally {
      await source.close();
    }
  });
}

try {
  const target = openRawLog(to ?? '');
  const isWhole = await run(target).finally(() => target.close());
  process.exit(isWhole ? 0 : 3);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error instanceof MigrationError ? error.message : error);
  process.exit(1);
}
