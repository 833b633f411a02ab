import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isStoreAddress, refuse } from './support/read-options.ts';

/** `npm run test:event-store -- esdb://…`: the contract against any server; with no address, the embedded node. */
const root = join(import.meta.dirname, '../..');
const [url] = process.argv.slice(2);
if (url !== undefined && !isStoreAddress(url))
  refuse('The address of the server must look like esdb://127.0.0.1:2113?tls=false');
const vitest = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--project', 'integration', 'infra/event-store/contract/'],
    // The files read the whole log, so they run one after another on a shared server.
    '--no-file-parallelism',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(url !== undefined && { EVENT_STORE_URL: url }) },
  },
);
const [code] = await once(vitest, 'exit');
process.exitCode = typeof code === 'number' ? code : 1;
