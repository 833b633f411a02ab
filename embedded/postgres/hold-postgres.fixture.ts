import { startEmbeddedPostgres } from './start-postgres.ts';

// A process of its own for tests to kill: starts the Postgres of the directory named and stays.
const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Name the data directory');
const postgres = await startEmbeddedPostgres({ dataDir });
console.log(JSON.stringify({ pid: postgres.pid, url: postgres.url }));
await postgres.exited;
