import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashContent } from './content-hash.ts';

const root = join(import.meta.dirname, '../..');
const SOURCES = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/tsconfig.json',
  'services/contract',
  'package-lock.json',
];

/** Builds web/dist unless it is up to date. Throws with Vite's output when the build fails. */
export function buildWeb(): void {
  const stampFile = join(root, 'web/dist/.built-from');
  const stamp = hashContent(root, SOURCES);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Building the web …');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (built.status !== 0) throw new Error(`The web could not be built:\n${built.stdout}${built.stderr}`);
  writeFileSync(stampFile, stamp);
}
