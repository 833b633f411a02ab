import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'vite';

/**
 * `npm run dev`: the studio on port 3000, and Vite's server on port 5173. The studio restarts when a file of the
 * server changes, and Vite updates the open page. Both end with Ctrl+C.
 */
const root = join(import.meta.dirname, '../..');
const serverFolders = ['domain', 'services', 'projections', 'workers', 'infra', 'embedded'];
const webPort = Number(process.env.DEV_WEB_PORT ?? 5173);
const apiPort = Number(process.env.PORT ?? 3000);

const studio = spawn(
  process.execPath,
  [
    ...serverFolders.map((folder) => `--watch-path=${join(root, folder)}`),
    '--watch-preserve-output',
    join(root, 'embedded/serve.ts'),
  ],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { SITE_URL: `http://localhost:${webPort}`, ...process.env, PORT: String(apiPort) },
  },
);
const web = await createServer({
  configFile: join(root, 'web/vite.config.ts'),
  server: {
    host: '127.0.0.1',
    port: webPort,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/sandbox', '/health'].map((path) => [path, `http://127.0.0.1:${apiPort}`]),
    ),
  },
});
await web.listen();
web.printUrls();

const stop = () => {
  studio.kill('SIGTERM');
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
const [code] = await once(studio, 'exit');
await web.close();
process.exitCode = typeof code === 'number' ? code : 0;
