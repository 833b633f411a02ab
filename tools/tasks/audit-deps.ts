import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { auditArguments, judgeAdvisories } from './support/dependency-advisories.ts';

/**
 * `npm run audit:deps`: queries the registry for known vulnerabilities of all packages, and fails on a high or critical one. It is not part of `npm test`, because the result depends on the day and the network, not on the code. Without a
 * registry it passes with a message (`-- --strict`: fails).
 */
const root = join(import.meta.dirname, '../..');
const npm = spawnSync('npm', auditArguments, {
  cwd: root,
  encoding: 'utf8',
  timeout: 120_000,
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
const verdict = judgeAdvisories(npm.stdout ?? '');
console.log(verdict.sentence);
for (const line of verdict.lines) console.log(`  ${line}`);
const isStrict = process.argv.includes('--strict');
process.exit(verdict.outcome === 'bad' || (verdict.outcome === 'unknown' && isStrict) ? 1 : 0);
