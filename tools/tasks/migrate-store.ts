import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { withBackends } from '#embedded/backends.ts';
import { markMoved } from '#embedded/moved-store.ts';
import { type Config, loadConfig } from '#infra/config/config.ts';
import { openRawLog, type RawEntry, type RawLog } from '#infra/event-store/raw-log.ts';
import { migrateDatabase } from '#infra/postgres/migrate.ts';
import { allMigrations } from '#infra/postgres/migrations/all.ts';
import { copyLog, type Progress, scanLog } from '../migrate-store/copy-log.ts';
import { MigrationError } from '../migrate-store/migration-error.ts';
import { readStoredPositions, switchPositions, withFollowersStopped } from '../migrate-store/switch-store.ts';
import { type LogComparison, verifyLogs } from '../migrate-store/verify-logs.ts';
import { isStoreAddress, readOptions, refuse } from './support/read-options.ts';

const HELP = `npm run migrate-store -- --to esdb://… [OPTIONS]

Copies the events of this installation to another EventStoreDB, in the order of the whole log, each with its id, revision and
bytes, and then compares both logs event by event. After a kill the next run continues where the target ends. The target must
contain nothing else.

  --to ADDRESS     the new event store: esdb://host:2113?tls=false, or for a cluster
                   esdb+discover://user:password@one:2113,two:2113,three:2113?tls=true&tlsCAFile=/path/ca.crt
  --from ADDRESS   another source than this installation's event store
  --switch         with the studio stopped: copies the rest and translates the installation's own positions, so that no email
                   is repeated or lost and closed months stay unchanged. Then start with EVENTSTORE_URL=ADDRESS
  --help           this text

The studio may run while most events are copied. So: run the command; stop the studio; run it again with --switch; set
EVENTSTORE_URL; start.`;

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
  refuse('--switch is for the event store of this installation, so it excludes --from.');

const startedAt = performance.now();
let reportedAt = startedAt;
let total = 0;

function onProgress({ phase, events }: Progress): void {
  if (performance.now() - reportedAt < 2_000) return;
  reportedAt = performance.now();
  const percent = total === 0 ? '' : ` of ${total} (${Math.floor((100 * events) / total)}%)`;
  console.log(`${phase}: ${events} events${percent}`);
}

/** The part of MonthClosed (domain/month) that refers to the log. */
const closingSchema = z.object({ month: z.string(), throughPosition: z.string().regex(/^\d+$/) });

async function copyAndVerify(
  source: RawLog,
  target: RawLog,
  wanted: bigint[],
  onEvent: (event: RawEntry) => void,
): Promise<LogComparison> {
  total = await scanLog(source, onEvent, onProgress);
  const { found, copied } = await copyLog({ from: source, to: target, onProgress });
  console.log(`${found} events were there, ${copied} were copied; now both logs are compared`);
  const verified = await verifyLogs({ from: source, to: target, wanted, onProgress });
  console.log(
    `${verified.events} events are the same, byte by byte, after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`,
  );
  return verified;
}

async function copy(source: RawLog, target: RawLog): Promise<boolean> {
  const { behind } = await copyAndVerify(source, target, [], () => {});
  if (behind === 0) {
    console.log('The source did not move meanwhile: the target holds all of it.');
    return true;
  }
  console.log(
    `The source has grown meanwhile: ${behind} events are not in the target yet. Run it again, finally with the studio stopped.`,
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
  await withFollowersStopped(databaseUrl, async (client) => {
    const stored = await readStoredPositions(client);
    const closings = new Map<string, bigint>();
    const wanted: bigint[] = stored.reactors === null ? [] : [stored.reactors];
    const onEvent = ({ type, data }: RawEntry) => {
      if (type !== 'MonthClosed') return;
      const { month, throughPosition } = closingSchema.parse(JSON.parse(data.toString('utf8')));
      const position = stored.closings.get(month) ?? BigInt(throughPosition);
      closings.set(month, position);
      wanted.push(position);
    };
    const { behind, positions } = await copyAndVerify(source, target, wanted, onEvent);
    if (behind > 0)
      throw new MigrationError(
        `A client still writes to the source (${behind} events since). Nothing was switched.`,
      );
    const translate = (position: bigint) => positions.get(position) ?? null;
    // A crash between the two steps is repaired by running --switch again.
    await switchPositions(client, {
      reactors: stored.reactors === null ? null : translate(stored.reactors),
      closings: new Map([...closings].map(([month, position]) => [month, translate(position) ?? 0n])),
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
  const isComplete = await run(target).finally(() => target.close());
  process.exit(isComplete ? 0 : 3);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error instanceof MigrationError ? error.message : error);
  process.exit(1);
}
