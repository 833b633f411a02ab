import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withBackends } from '#embedded/backends.ts';
import type { Config } from '#infra/config/config.ts';
import { masterKeyFaults } from '#infra/config/production-rules.ts';
import { adoptMasterKey, prepareMasterKey } from '#infra/config/sandbox-secrets.ts';
import { isMasterKey } from '#infra/config/schema.ts';
import { parseMasterKey } from '#infra/crypto/master-key.ts';
import { rewrapRootKey } from '#infra/crypto/root-key.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import { migrateDatabase } from '#infra/postgres/migrate.ts';
import { allMigrations } from '#infra/postgres/migrations/all.ts';
import { exitWithMessage, readConfig } from '#infra/runtime/startup.ts';
import { readOptions, refuse } from './support/read-options.ts';

const HELP = `npm run rotate-master-key

Replaces the MASTER_KEY of this installation by another one, while it runs or not. What it seals is not touched: the key that
all others are derived from is wrapped anew. Cut off at any moment, it is finished by running it again.

An installation that keeps its own secrets (DATA_DIR/secrets.json) makes the new key up and keeps it there. Where MASTER_KEY is
set, set NEW_MASTER_KEY beside it (openssl rand -hex 32), and keep it in a safe place before you begin. Afterwards set MASTER_KEY
to it and restart every process, one after the other; those that run go on meanwhile.

  --help   this text`;

const { values: options } = readOptions(HELP, { options: { help: { type: 'boolean', default: false } } });
if (options.help) {
  console.log(HELP);
  process.exit(0);
}

type Keys = { readonly from: Buffer; readonly to: Buffer };

const isKeptByItself = !process.env.MASTER_KEY;

function keysOf(config: Config): Keys {
  if (isKeptByItself) {
    const { from, to } = prepareMasterKey(config.dataDir);
    return { from: parseMasterKey(from), to: parseMasterKey(to) };
  }
  const given = process.env.NEW_MASTER_KEY;
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
  if (isKeptByItself) adoptMasterKey(config.dataDir);
  console.log(
    isKeptByItself
      ? `Done. The new key is in ${join(config.dataDir, 'secrets.json')}; nothing needs to be restarted.`
      : 'Done. Now set MASTER_KEY to the new key and restart every process, one after the other: with the old one none starts any more.',
  );
  console.log(
    'Backups that were made before open with the old key only: make a new one now. If the old key leaked, destroy them: with it they are readable.',
  );
  if (rootKey.equals(from)) {
    console.log(
      'This installation was begun by a release that derived everything from its first MASTER_KEY. Whoever has that one and a copy of the data still reads it.',
    );
  }
}

const dataDir = process.env.DATA_DIR || '.data';
const hasPostgres = process.env.DATABASE_URL || existsSync(join(dataDir, 'postgres'));
if (!hasPostgres) refuse(`There is no installation in ${resolve(dataDir)}.`);
const config = readConfig();
await rotate(config, keysOf(config)).catch(exitWithMessage);
process.exit(0);
