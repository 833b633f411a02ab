import { globSync } from 'node:fs';
import { runChecks } from '#tools/checks/run-checks.ts';
import { projectRoot } from '#tools/checks/run-program.ts';
import { staticChecks } from '#tools/checks/static-checks.ts';
import { testChecks } from '#tools/checks/vitest-checks.ts';

/**
 * `npm test` runs every check and test. `npm test -- WORD` runs the checks whose name contains the word ("unit", "types").
 * Without any it runs the test files whose path contains it, or else the tests whose name does. Options, such as
 * `--sequence.shuffle`, go to vitest.
 */
const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith('-'));
const words = args.filter((arg) => !arg.startsWith('-'));
const checks = [...staticChecks, ...testChecks(options)];
const isNamed = ({ name }: { name: string }) =>
  words.length === 0 || words.some((word) => name.includes(word));
const named = checks.filter(isNamed);

process.exitCode = await runChecks(named.length > 0 ? named : testChecks([...options, ...filterFor(words)]));

function filterFor(wanted: readonly string[]): readonly string[] {
  const testFiles = globSync('**/*.{unit,int,e2e}.test.{ts,tsx}', {
    cwd: projectRoot,
    exclude: (path) => path === 'node_modules',
  });
  const arePaths = wanted.every((word) =>
    testFiles.some((file) => file.replaceAll('\\', '/').includes(word)),
  );
  return arePaths ? wanted : ['--testNamePattern', wanted.join(' ')];
}
