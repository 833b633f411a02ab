import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { toEventStoreDatabaseUrl, withBackends } from '#embedded/backends.ts';
import { type Config, loadConfig } from '#infra/config/config.ts';
import { locateMasterKey } from '#infra/config/generated-master-key.ts';
import { isMasterKeyConfigured } from '#infra/config/master-key-file.ts';
import { exportSecrets } from '#infra/config/sandbox-secrets.ts';
import { ERASURE_REGISTER } from '#infra/crypto/erasure-register.ts';
import { BackupError } from '../backup/backup-error.ts';
import { pruneBackups } from '../backup/prune-backups.ts';
import { registerDestroyedKeys } from '../backup/register-destroyed-keys.ts';
import { createBackupPath, writeBackup } from '../backup/write-backup.ts';
import { readProductVersion } from '../run/product-version.ts';
import { parseNumber, readOptions, refuse } from './support/read-options.ts';

const HELP = `npm run backup [-- OPTIONS]

Writes everything that this embedded installation cannot rebuild (events, members' keys, records of what was sent and received)
into one file, whether the studio runs or not, and reads the file back.

  --to DIR_OR_FILE   the destination; a name that ends with .backup is a file. Default: BACKUP_DIR (DATA_DIR/backups)
  --keep N           keep the newest N backups of that folder and remove the older ones
  --secrets FILE     also copy the installation's secrets there, readable by you only. Without the MASTER_KEY no backup can be
                     read; with it, a backup reveals all personal data: keep the two apart
  --help             this text`;

const { values: options } = readOptions(HELP, {
  options: {
    to: { type: 'string' },
    keep: { type: 'string' },
    secrets: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
const keep = options.keep === undefined ? undefined : parseNumber('--keep', options.keep, 1);

function loadEmbeddedConfig(): Config {
  const dataDir = process.env.DATA_DIR || '.data';
  if (process.env.EVENTSTORE_URL || process.env.DATABASE_URL) {
    refuse(
      'This installation has an EventStoreDB or a Postgres of its own (EVENTSTORE_URL, DATABASE_URL): back them up with their own tools, Postgres after EventStoreDB. `npm run backup` is for an embedded one.',
    );
  }
  if (!existsSync(join(dataDir, 'postgres'))) refuse(`There is no installation in ${resolve(dataDir)}.`);
  return loadConfig(process.env);
}

async function run(config: Config): Promise<void> {
  const madeAt = new Date();
  const to = resolve(options.to ?? config.backupDir);
  const path = to.endsWith('.backup') ? to : createBackupPath(to, madeAt);
  const folder = dirname(path);
  const startedAt = performance.now();
  const written = await withBackends(config, async ({ databaseUrl }) => {
    const eventStoreDatabaseUrl = toEventStoreDatabaseUrl(databaseUrl);
    const { masterKey } = config;
    const backup = await writeBackup(
      { databaseUrl, eventStoreDatabaseUrl, masterKey, product: readProductVersion() },
      path,
      madeAt,
    );
    // The register beside this backup, and the one that the studio extends while it runs.
    const registers = new Set([join(folder, ERASURE_REGISTER), join(config.backupDir, ERASURE_REGISTER)]);
    for (const register of registers) await registerDestroyedKeys(databaseUrl, register);
    return backup;
  });
  const { about, totals, bytes } = written;
  console.log(
    `${path}: ${totals.events} events to position ${about.position}, ${totals.rows} rows, ${(bytes / 1_048_576).toFixed(1)} MiB, read again and found whole, in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`,
  );
  if (keep !== undefined) {
    for (const name of await pruneBackups(folder, keep)) console.log(`Removed ${join(folder, name)}`);
  }
  await copySecrets(config);
  const key = isMasterKeyConfigured(process.env)
    ? 'the MASTER_KEY of your environment'
    : `${locateMasterKey(config.dataDir)} (the MASTER_KEY; --secrets FILE copies it)`;
  console.log(`
Also keep these safe; a backup is of little use without them:
  ${key}
    It is not in the backup. Without it no personal data can be read and nobody can sign in. Keep it in another place.
  ${join(config.backupDir, ERASURE_REGISTER)}
    The register of erasures. The studio extends it while it runs, and a restore needs the latest version: copy it to another
    machine often.
To restore: npm run restore -- ${path} --data-dir NEW_DIR`);
}

async function copySecrets({ dataDir }: Config): Promise<void> {
  if (options.secrets === undefined) return;
  const file = { mode: 0o600, flag: 'wx', flush: true };
  await writeFile(options.secrets, exportSecrets(dataDir), file).catch((cause: unknown) => {
    throw new BackupError(`${options.secrets} cannot be written, or exists already.`, cause);
  });
  console.log(
    `The installation's secrets: ${resolve(options.secrets)}, readable by you only. Keep it apart from the backups.`,
  );
}

try {
  await run(loadEmbeddedConfig());
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error instanceof BackupError ? error.message : error);
  process.exit(1);
}
