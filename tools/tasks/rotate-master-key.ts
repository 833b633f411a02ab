import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withBackends } from '#embedded/backends.ts';
import type { Config } from '#infra/config/config.ts';
import { adoptMasterKey, locateMasterKey, prepareMasterKey } from '#infra/config/generated-master-key.ts';
import { isMasterKeyConfigured, readMasterKeyFile } from '#infra/config/master-key-file.ts';
import { masterKeyFaults } from '#infra/config/production-rules.ts';
import { isMasterKey } from '#infra/config/schema.ts';
import { parseMasterKey } from '#infra/crypto/master-key.ts';
import { rewrapRootKey } from '#infra/crypto/root-key.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import { migrateDatabase } from '#infra/postgres/migrate.ts';
import { allMigrations } from '#infra/postgres/migrations/all.ts';
import { exitWithMessage, readConfig } from '#infra/runtime/startup.ts';
import { readOptions, refuse } from './support/read-options.ts';

const HELP = `npm run rotate-master-key

Replaces the MASTER_KEY of this installation, whether it runs or not. Encrypted data stays unchanged: only the key that all
others are derived from is encrypted again. After an interruption, run it again to complete it.

An installation with a generated key (DATA_DIR.keys/master-key) generates the new one and stores it there. Where MASTER_KEY or
MASTER_KEY_FILE is set, also set NEW_MASTER_KEY or NEW_MASTER_KEY_FILE (openssl rand -hex 32), and store the key in a safe place
before. Afterwards set MASTER_KEY, or the content of its file, to it and restart every process, one after the other; running
processes are not affected.

  --help   this text`;

const { values: options } = readOptions(HELP, { options: { help: { type: 'boolean', default: false } } });
if (options.help) {
  console.log(HELP);
  process.exit(0);
}

type Keys = { readonly from: Buffer; readonly to: Buffer };

const hasOwnKey = !isMasterKeyConfigured(process.env);

function readKeys(config: Config): Keys {
  if (hasOwnKey) {
    const { from, to } = prepareMasterKey(config.dataDir);
    return { from: parseMasterKey(from), to: parseMasterKey(to) };
  }
  const { env, faults } = readMasterKeyFile(process.env, 'NEW_MASTER_KEY');
  if (faults[0] !== undefined) refuse(`${faults[0]}.`);
  const given = env.NEW_MASTER_KEY;
  if (!given) refuse('NEW_MASTER_KEY is missing, e.g. openssl rand -hex 32.');
  const [fault] = masterKeyFaults('NEW_MASTER_KEY', given, config.jwtSecret);
  if (fault !== undefined) refuse(`${fault}.`);
  if (!isMasterKey(given)) refuse('NEW_MASTER_KEY must be 32 bytes, as 64 hex digits or base64.');
  const to = parseMasterKey(given);
  if (to.equals(config.masterKey)) refuse('NEW_MASTER_KEY and MASTER_KEY are the same.');
  return { from: config.masterKey, to };
}

async function rotate(config: Config, { from, to }: Keys): Promise<void> {
  const rootKey = await withBackends(config, async ({ databaseUrl }) => {
    await migrateDatabase(databaseUrl, allMigrations);
    const pool = createPool(databaseUrl, { max: 1, applicationName: 'tideline rotation' });
    return rewrapRootKey(pool, { from, to }).finally(() => pool.end());
  });
  if (hasOwnKey) adoptMasterKey(config.dataDir);
  console.log(
    hasOwnKey
      ? `Done. The new key is in ${locateMasterKey(config.dataDir)}; nothing needs to be restarted.`
      : 'Done. Now set MASTER_KEY to the new key and restart every process, one after the other. None starts with the old key any more.',
  );
  console.log(
    'Earlier backups can be read with the old key only: make a new backup now. If the old key has leaked, destroy the earlier backups.',
  );
  if (rootKey.equals(from)) {
    console.log(
      'This installation was begun by a release that derived everything from its first MASTER_KEY. That key and a copy of the data are still enough to read it.',
    );
  }
}

const dataDir = process.env.DATA_DIR || '.data';
const hasPostgres = process.env.DATABASE_URL || existsSync(join(dataDir, 'postgres'));
if (!hasPostgres) refuse(`There is no installation in ${resolve(dataDir)}.`);
const config = readConfig();
await rotate(config, readKeys(config)).catch(exitWithMessage);
process.exit(0);
