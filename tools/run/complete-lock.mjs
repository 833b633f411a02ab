// Adds builds for other platforms to package-lock.json that npm omitted because its registry did not have them. Without them
// `npm ci` fails on every platform. Run it after `npm install` when a test asks for it:
//   node tools/run/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { listMissingOptionalPackages } from './lock-file.mjs';

const file = new URL('../../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = listMissingOptionalPackages(lock);

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = {
  arm64: 'arm64',
  x64: 'x64',
  arm: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
};

for (const { name, version, dev } of missing) {
  const words = name.split(/[/-]/);
  const entry = { version, cpu: [], ...(dev ? { dev } : {}), optional: true };
  entry.cpu = words.filter((word) => word in processors).map((word) => processors[word]);
  const os = words.filter((word) => systems.includes(word));
  if (os.length > 0) entry.os = os;
  if (words.some((word) => word.startsWith('musl'))) entry.libc = ['musl'];
  if (words.some((word) => word.startsWith('gnu'))) entry.libc = ['glibc'];
  if (entry.cpu.length === 0) throw new Error(`The name ${name} contains no processor`);
  lock.packages[`node_modules/${name}`] = entry;
}
const [root, ...rest] = Object.entries(lock.packages);
const sorted = rest.sort(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = Object.fromEntries(root === undefined ? sorted : [root, ...sorted]);
if (missing.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} packages added to package-lock.json`);
