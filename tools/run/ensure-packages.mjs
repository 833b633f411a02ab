import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalledAsLocked } from './lock-file.mjs';

const STAMP = 'node_modules/.installed-lock';

/**
 * Installs the packages unless node_modules matches package-lock.json, and returns the Node to run with.
 * Ends the process with a message when that fails.
 * @param {string} root
 */
export function ensurePackages(root) {
  // A container image has its production packages already, on a read-only disk.
  if (process.env.PACKAGES_INSTALLED === '1') return getOwnNode();
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = createHash('sha256').update(`${process.platform}-${process.arch}\n${lockText}`).digest('hex');
  const stampFile = join(root, STAMP);
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
    if (!matchesLock(root, lockText)) install(root);
    writeFileSync(stampFile, stamp);
  }
  return findPinnedNode(root) ?? downloadPinnedNode(root) ?? getOwnNode();
}

/** A developer's `npm install` writes no stamp of ours, but npm's own record of the installed packages. */
function matchesLock(root, lockText) {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  try {
    return isInstalledAsLocked(JSON.parse(readFileSync(record, 'utf8')), JSON.parse(lockText));
  } catch {
    return false;
  }
}

function install(root) {
  console.log('Installing packages (once; about a minute) …');
  const quiet = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm(root, ['ci', ...quiet])) return;
  // `npm ci` fails with a registry that lacks some optional packages. `npm install` still uses the locked versions.
  console.log('npm ci did not work; trying npm install with the same lock file …');
  if (npm(root, ['install', '--no-save', ...quiet])) return;
  console.error('The packages could not be installed. The message of npm above says why.');
  process.exit(1);
}

function npm(root, args) {
  const runner = process.env.npm_execpath;
  const options = { cwd: root, stdio: 'inherit' };
  const done = runner?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [runner, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  return done.status === 0;
}

function findPinnedNode(root) {
  const file = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(file) ? file : undefined;
}

/** The package `node` downloads the program in an install script, which npm may be configured to skip. */
function downloadPinnedNode(root) {
  const directory = join(root, 'node_modules/node');
  if (!existsSync(directory)) return undefined;
  console.log('Fetching the pinned Node …');
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: directory, stdio: 'inherit' });
  return findPinnedNode(root);
}

function getOwnNode() {
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  console.error(
    'The pinned Node is missing: node_modules/node/bin. Remove node_modules and try again, or use Node 24.',
  );
  process.exit(1);
}
