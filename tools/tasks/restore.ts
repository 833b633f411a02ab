import { existsSync, readFileSync } from 'node:fs';
import { chmod, constants, copyFile, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createSandboxTables } from '#embedded/sandbox/tables.ts';
import { loadConfig } from '#infra/config/config.ts';
import {
  ERASURE_REGISTER,
  type ErasureEntry,
  extendErasureRegister,
  readErasureRegister,
} from '#infra/crypto/erasure-register.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import { BackupError } from '../backup/backup-error.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { readOptions, refuse } from './support/read-options.ts';
import { replayErasures } from './support/replay-erasures.ts';

const HELP = `npm run restore -- FILE [OPTIONS]

Brings a backup of \`npm run backup\` back into an empty data directory: checks it whole, loads it, erases again who was erased
since, and says what to do next. Read models are built by the next \`npm start\`. Everyone signs in again; open links to
change a password have to be asked for again; staff changes made after the backup have to be made again.

  --data-dir DIR       where to. Default: DATA_DIR (.data)
  --erasures FILE      the register of erasures, the latest there is. Default: erasures.log beside the backup
  --without-erasures   there is no register: whoever was erased after the backup comes back
  --secrets FILE       the copy of the installation's secrets (\`npm run backup -- --secrets FILE\`), unless MASTER_KEY is set or DIR
                       has secrets.json already
  --help               this text`;

const { values: options, positionals } = readOptions(HELP, {
  allowPositionals: true,
  options: {
    'data-dir': { type: 'string' },
    erasures: { type: 'string' },
    'without-erasures': { type: 'boolean', default: false },
    secrets: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
const [file, ...more] = positionals;
if (file === undefined || more.length > 0) refuse(HELP);

async function run(path: string): Promise<void> {
  if (process.env.EVENTSTORE_URL || process.env.DATABASE_URL) {
    throw new BackupError(
      'A backup is brought back into an embedded installation: unset EVENTSTORE_URL and DATABASE_URL.',
    );
  }
  const dataDir = resolve(options['data-dir'] ?? (process.env.DATA_DIR || '.data'));
  const erasures = await erasuresFor(path);
  await bringSecrets(dataDir);
  const config = loadConfig({ ...process.env, DATA_DIR: dataDir });
  const { masterKey } = config;
  const counts = { erased: 0, was_erased: 0, unknown: 0 };
  const { about, totals } = await restoreBackup({
    path,
    dataDir,
    masterKey,
    prepareSandbox: async (databaseUrl) => {
      const pool = createPool(databaseUrl, { max: 1 });
      await createSandboxTables(pool).finally(() => pool.end());
    },
    finish: async (servers) => {
      for (const outcome of await replayErasures(config, servers, erasures)) counts[outcome] += 1;
    },
  });
  // Backups that are older still are restored with this installation's own register one day.
  await extendErasureRegister(join(config.backupDir, ERASURE_REGISTER), erasures);
  console.log(
    `${totals.events} events to position ${about.position} and ${totals.rows} rows, as of ${about.madeAt}, are in ${dataDir}.`,
  );
  console.log(
    options['without-erasures']
      ? 'No erasure was repeated: whoever was erased after the backup is back.'
      : `Erasures since: ${counts.erased} repeated; ${counts.was_erased} were in the backup, ${counts.unknown} of people whom it does not know.`,
  );
  const dir = options['data-dir'] === undefined ? '' : `DATA_DIR=${dataDir} `;
  console.log(`
Next: ${dir}npm start (builds the read models), then ${dir}npm run audit -- verify.
What Stripe took and members booked after ${about.madeAt} is not here; what Stripe knows of is collected at the start.`);
}

async function erasuresFor(path: string): Promise<readonly ErasureEntry[]> {
  if (options['without-erasures']) return [];
  const place = options.erasures ?? join(dirname(path), ERASURE_REGISTER);
  const register = await readErasureRegister(place);
  if (register === null) {
    throw new BackupError(
      `There is no register of erasures at ${place}. Name the latest with --erasures FILE; or say --without-erasures, and whoever was erased after the backup comes back.`,
    );
  }
  if (register.unreadable > 0) {
    console.error(
      `${place}: ${register.unreadable} lines can't be read; whom they name is not erased again.`,
    );
  }
  return register.entries;
}

/** Before the configuration is read, which would make up a new master key for a directory that has none. */
async function bringSecrets(dataDir: string): Promise<void> {
  const place = join(dataDir, 'secrets.json');
  if (options.secrets !== undefined) {
    await mkdir(dataDir, { recursive: true });
    await copyFile(options.secrets, place, constants.COPYFILE_EXCL).catch((cause: unknown) => {
      if (existsSync(place) && readFileSync(place, 'utf8') === readFileSync(options.secrets ?? place, 'utf8'))
        return;
      throw new BackupError(
        `${options.secrets} can't be copied to ${place}; is there another one already?`,
        cause,
      );
    });
    await chmod(place, 0o600);
  }
  if (!process.env.MASTER_KEY && !existsSync(place)) {
    throw new BackupError(
      'The MASTER_KEY of the installation is needed: set it, or give the copy of its secrets with --secrets FILE. It is not in the backup.',
    );
  }
}

try {
  await run(resolve(file));
  process.exit(0);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error instanceof BackupError ? error.message : error);
  process.exit(1);
}
