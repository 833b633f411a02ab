import { studioProjections } from '#projections/registry.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { type AsOf, buildAsOf, dropAsOf } from '#projections/verification/build-as-of.ts';
import { readOptions, refuse } from './support/read-options.ts';
import { withEvents } from './support/with-events.ts';

const known = studioProjections.map(({ name }) => name);

/**
 * `npm run rebuild -- <projection>… | all`: builds read models anew from all events while the old ones go on serving.
 * With `--as-of <instant or position>` it builds them as they stood then, each in a schema beside them; `--drop` removes
 * all such schemas again.
 */
const usage = `Name one or more of: ${known.join(', ')}; or: all
To look back: --as-of 2026-05-01T12:00:00Z, or --as-of <position>; --drop removes what it built`;
const { values: options, positionals: names } = readOptions(usage, {
  allowPositionals: true,
  options: { 'as-of': { type: 'string' }, drop: { type: 'boolean', default: false } },
});

/** A position is a whole number; anything else is read as an instant. */
function parseAsOf(text: string): AsOf | null {
  if (/^\d+$/.test(text)) return { position: BigInt(text) };
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : { instant };
}

const unknown = names.filter((name) => name !== 'all' && !known.includes(name));
const asOf = options['as-of'] === undefined ? undefined : parseAsOf(options['as-of']);
if (unknown.length > 0) refuse(...unknown.map((name) => `There is no projection "${name}".`), usage);
if (names.length === 0) refuse('Which projection?', usage);
if (asOf === null) refuse(`"${options['as-of']}" is neither an instant nor a position.`, usage);

const chosen = studioProjections.filter(({ name }) => names.includes('all') || names.includes(name));
const failures = await withEvents(
  { component: 'rebuild' },
  async ({ config, databaseUrl, store, logger }) => {
    if (options.drop) {
      for (const projection of chosen) {
        for (const schema of await dropAsOf(projection, { databaseUrl })) console.log(`Dropped ${schema}`);
      }
    }
    if (asOf !== undefined) {
      for (const projection of chosen) {
        const built = await buildAsOf(projection, asOf, { databaseUrl, store });
        console.log(`${projection.name}: ${built.events} events, up to position ${built.position ?? 'none'}`);
        for (const table of built.tables) console.log(`  SELECT * FROM ${table};`);
      }
      console.log(`In the studio's database (databaseUrl in ${config.dataDir}/runtime.json while it runs).`);
    }
    if (options.drop || asOf !== undefined) return null;
    return rebuild(chosen, { databaseUrl, store, log: logger });
  },
);
if (failures === null) process.exit(0);
const built = chosen.filter(({ name }) => !failures.has(name)).map(({ name }) => name);
if (built.length > 0) console.log(`Rebuilt: ${built.join(', ')}`);
if (failures.size > 0)
  console.error(`Not rebuilt, the old ones still serve: ${[...failures.keys()].join(', ')}`);
process.exit(failures.size === 0 ? 0 : 1);
