import { dirname, join, resolve } from 'node:path';
import { createSandboxTables } from '#embedded/sandbox/tables.ts';
import { loadConfig } from '#infra/config/config.ts';
import { readMasterKey } from '#infra/config/generated-master-key.ts';
import { isMasterKeyConfigured } from '#infra/config/master-key-file.ts';
import { hasMovableMasterKey, importSecrets } from '#infra/config/sandbox-secrets.ts';
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

Restores a backup of \`npm run backup\` into an empty data directory: checks the whole file, loads it, repeats the erasures since
the backup, and prints the next steps. The next \`npm start\` builds the read models. Everyone has to sign in again and to
request open password links again. Staff changes after the backup have to be made again.

  --data-dir DIR       the destination. Default: DATA_DIR (.data)
  --erasures FILE      the latest register of erasures. Default: erasures.log beside the backup
  --without-erasures   there is no register: members erased after the backup are restored
  --secrets FILE       the copy of the installation's secrets (\`npm run backup -- --secrets FILE\`), unless MASTER_KEY or
                       MASTER_KEY_FILE is set or the key is beside DIR already (DIR.keys)
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
      'A backup can only be restored into an embedded installation: unset EVENTSTORE_URL and DATABASE_URL.',
    );
  }
  const dataDir = resolve(options['data-dir'] ?? (process.env.DATA_DIR || '.data'));
  const erasures = await readErasures(path);
  copySecrets(dataDir);
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
  // A later restore of an older backup uses this installation's own register.
  await extendErasureRegister(join(config.backupDir, ERASURE_REGISTER), erasures);
  console.log(
    `${totals.events} events to position ${about.position} and ${totals.rows} rows, as of ${about.madeAt}, are in ${dataDir}.`,
  );
  console.log(
    options['without-erasures']
      ? 'No erasure was repeated: members erased after the backup are restored.'
      : `Erasures since: ${counts.erased} repeated; ${counts.was_erased} were in the backup, ${counts.unknown} concern people unknown to it.`,
  );
  const dir = options['data-dir'] === undefined ? '' : `DATA_DIR=${dataDir} `;
  console.log(`
Next: ${dir}npm start (builds the read models), then ${dir}npm run audit -- verify.
Payments and bookings after ${about.madeAt} are missing; the start collects the payments that Stripe knows of.`);
}

async function readErasures(path: string): Promise<readonly ErasureEntry[]> {
  if (options['without-erasures']) return [];
  const place = options.erasures ?? join(dirname(path), ERASURE_REGISTER);
  const register = await readErasureRegister(place);
  if (register === null) {
    throw new BackupError(
      `There is no register of erasures at ${place}. Name the latest with --erasures FILE, or use --without-erasures, which restores members erased after the backup.`,
    );
  }
  if (register.invalidLines > 0) {
    console.error(
      `${place}: ${register.invalidLines} lines are invalid; the members they name are not erased again.`,
    );
  }
  return register.entries;
}

/** Must run before the configuration is loaded, which would generate a new master key for a directory without one. */
function copySecrets(dataDir: string): void {
  if (options.secrets !== undefined) {
    try {
      importSecrets(dataDir, options.secrets);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new BackupError(`${options.secrets} cannot be copied to ${dataDir}: ${reason}`, cause);
    }
  }
  const hasKey = readMasterKey(dataDir) !== null || hasMovableMasterKey(dataDir);
  if (!isMasterKeyConfigured(process.env) && !hasKey) {
    throw new BackupError(
      'The MASTER_KEY of the installation is required: set it, or name the copy of its secrets with --secrets FILE. It is not in the backup.',
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
