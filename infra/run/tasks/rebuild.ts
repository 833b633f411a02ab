import { connectProjections } from '../../../projections/connect.ts';
import { studioProjections } from '../../../projections/registry.ts';
import { rebuild } from '../../../projections/runner/rebuild.ts';
import { loadConfig } from '../../config/config.ts';
import { withBackends } from '../../embedded/backends.ts';
import { createLogger } from '../../logging/logger.ts';

/** `npm run rebuild -- <projection>… | all`: builds read models anew from all events while the old ones go on serving. */
const names = process.argv.slice(2);
const known = studioProjections.map(({ name }) => name);
const unknown = names.filter((name) => name !== 'all' && !known.includes(name));
if (names.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no projection "${name}".`);
  console.error(`Name one or more of: ${known.join(', ')}; or: all`);
  process.exit(2);
}

const chosen = studioProjections.filter(({ name }) => names.includes('all') || names.includes(name));
const config = loadConfig(process.env);
const logger = createLogger({ level: config.logLevel, component: 'rebuild' });
const failures = await withBackends(config, async ({ databaseUrl, eventStoreUrl }) => {
  const { store, close } = await connectProjections({ config, databaseUrl, eventStoreUrl, logger });
  try {
    return await rebuild(chosen, { databaseUrl, store, log: logger });
  } finally {
    await close();
  }
});
const built = chosen.filter(({ name }) => !failures.has(name)).map(({ name }) => name);
if (built.length > 0) console.log(`Rebuilt: ${built.join(', ')}`);
if (failures.size > 0)
  console.error(`Not rebuilt, the old ones still serve: ${[...failures.keys()].join(', ')}`);
process.exit(failures.size === 0 ? 0 : 1);
