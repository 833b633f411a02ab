import { migrateDatabase } from '#infra/postgres/migrate.ts';
import { allMigrations } from '#infra/postgres/migrations/all.ts';
import { readOptions, refuse } from './support/read-options.ts';

const HELP = `npm run migrate

Applies the migrations of the lasting tables that are new to DATABASE_URL, and ends. The processes of the product do so themselves when
they start, unless their role does not own these tables: then this runs before, with the role that does.

  --help   this text`;

const { values: options } = readOptions(HELP, { options: { help: { type: 'boolean', default: false } } });
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
const url = process.env.DATABASE_URL;
if (!url) refuse('DATABASE_URL is missing.', HELP);

const applied = await migrateDatabase(url, allMigrations);
for (const id of applied) console.log(`Applied ${id}`);
console.log(applied.length === 0 ? 'Nothing was new.' : 'Done.');
