import type { Check } from './check.ts';
import { type ProgramResult, runNode } from './run-program.ts';

/** The checks that run no product code; each counts as one. */
export const staticChecks: readonly Check[] = [
  oneCheck('format and lint', () =>
    runNode(['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.']),
  ),
  oneCheck('types of the server', () =>
    runNode(['node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.json']),
  ),
  oneCheck('types of the web', () =>
    runNode(['node_modules/@typescript/native/bin/tsc', '-p', 'web/tsconfig.json']),
  ),
  oneCheck('imports between folders', () => runNode(['tools/checks/check-imports.ts'])),
  oneCheck('unused code', () => runNode(['node_modules/knip/bin/knip.js', '--no-progress'])),
];

function oneCheck(name: string, program: () => Promise<ProgramResult>): Check {
  return {
    name,
    async run() {
      const { ok, output } = await program();
      return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
    },
  };
}
