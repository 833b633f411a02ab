import type { Check, CheckResult } from '../checks/check.ts';
import { staticChecks } from '../checks/static-checks.ts';
import { vitestChecks } from '../checks/vitest-checks.ts';
import { buildWeb } from '../run/build-web.ts';

/** `npm test` runs everything; `npm test -- unit` only the steps whose name holds one of the words given. */
const words = process.argv.slice(2);
const wanted = (check: Check) => words.length === 0 || words.some((word) => check.name.includes(word));

const totals = { passed: 0, failed: 0 };
const began = performance.now();

// Each static check uses about one core; two at a time leave none idle and none fought over.
await runAll(staticChecks.filter(wanted), 2);
// Tests time out and race; they get the machine to themselves.
await runAll(vitestChecks.map(withWebBuilt).filter(wanted), 1);

console.log(`\n${seconds(began)} in all`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;

async function runAll(checks: readonly Check[], atOnce: number): Promise<void> {
  const waiting = [...checks];
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) await runOne(check);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function runOne(check: Check): Promise<void> {
  const start = performance.now();
  const result = await check.run().catch(brokenOff);
  totals.passed += result.passed;
  totals.failed += result.failed;
  const verdict = result.failed === 0 ? 'ok' : 'FAILED';
  console.log(
    `${verdict.padEnd(6)} ${check.name}: ${result.passed} passed, ${result.failed} failed (${seconds(start)})`,
  );
  if (result.failed > 0) console.log(`\n${result.output.trim()}\n`);
}

function brokenOff(error: unknown): CheckResult {
  return {
    passed: 0,
    failed: 1,
    output: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

/** Browser tests look at the built web. */
function withWebBuilt(check: Check): Check {
  if (!check.name.startsWith('browser')) return check;
  return {
    ...check,
    async run() {
      buildWeb();
      return check.run();
    },
  };
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
