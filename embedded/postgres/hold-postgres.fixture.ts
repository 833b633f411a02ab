import { startEmbeddedPostgres } from './start-postgres.ts';

// A separate process that a test can kill: starts Postgres on the directory and runs until Postgres ends.
const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('The data directory is missing');
const postgres = await startEmbeddedPostgres({ dataDir });
console.log(JSON.stringify({ pid: postgres.pid, url: postgres.url }));
await postgres.exited;
