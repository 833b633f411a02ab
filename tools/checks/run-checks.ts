import type { Check, CheckResult, FileDuration } from './check.ts';

const slowestShown = 10;

/**
 * Runs the checks and prints one line for each, what failed in full, the slowest test files, the names of the failed tests and,
 * last, "N passed, N failed". Returns the exit code; a run without any test failed as well.
 */
export async function runChecks(checks: readonly Check[]): Promise<0 | 1> {
  const startedAt = performance.now();
  // Each static check uses about one core: two at a time fill the usual machine.
  const staticResults = await runConcurrently(
    checks.filter(({ needsWholeMachine }) => needsWholeMachine !== true),
    2,
  );
  const testResults = await runConcurrently(
    checks.filter(({ needsWholeMachine }) => needsWholeMachine === true),
    1,
  );
  const results = [...staticResults, ...testResults];
  printSlowest(results.flatMap(({ files }) => files ?? []));
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  // Once more, because a log that is cut short keeps its end.
  for (const failure of results.flatMap(({ failures }) => failures ?? [])) console.log(`FAILED ${failure}`);
  console.log(`\n${secondsSince(startedAt)} in all`);
  if (passed + failed === 0) console.log('No check, file or test has that name.');
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

async function runConcurrently(checks: readonly Check[], concurrency: number): Promise<CheckResult[]> {
  const queue = [...checks];
  const results: CheckResult[] = [];
  const worker = async () => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      results.push(await runCheck(check));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}

async function runCheck(check: Check): Promise<CheckResult> {
  const startedAt = performance.now();
  const result = await check.run().catch(toFailure);
  const verdict = result.failed === 0 ? 'ok' : 'FAILED';
  console.log(
    `${verdict.padEnd(6)} ${check.name}: ${result.passed} passed, ${result.failed} failed (${secondsSince(startedAt)})`,
  );
  if (result.failed > 0) console.log(`\n${result.output.trim()}\n`);
  const isUnnamed = result.failed > 0 && (result.failures ?? []).length === 0;
  return isUnnamed ? { ...result, failures: [check.name] } : result;
}

function toFailure(error: unknown): CheckResult {
  const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { passed: 0, failed: 1, output };
}

function printSlowest(files: readonly FileDuration[]): void {
  if (files.length === 0) return;
  console.log(`\nThe ${Math.min(slowestShown, files.length)} slowest test files:`);
  for (const { file, durationMs } of files
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .slice(0, slowestShown)) {
    console.log(`${(durationMs / 1_000).toFixed(1).padStart(7)} s  ${file}`);
  }
}

const secondsSince = (startedAt: number): string =>
  `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
