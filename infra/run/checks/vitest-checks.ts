import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Check, CheckResult } from './check.ts';
import { runNode } from './run-program.ts';

export const vitestChecks: readonly Check[] = ['unit', 'integration', 'browser'].map((project) => ({
  name: `${project} tests`,
  run: () => runVitest(project),
}));

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

async function runVitest(project: string): Promise<CheckResult> {
  const directory = await mkdtemp(join(tmpdir(), 'tideline-report-'));
  const reportFile = join(directory, 'report.json');
  try {
    const { ok, output } = await runNode([
      ...['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--passWithNoTests'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
    ]);
    return { ...countTests(await readFile(reportFile, 'utf8').catch(() => ''), ok), output };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Counts from vitest's JSON report. What failed without being a test (a file that can't be loaded, an error outside a test,
 * no report at all) counts too, so that nothing that went wrong looks like a pass.
 */
export function countTests(json: string, exitedWell: boolean): { passed: number; failed: number } {
  const parsed = report.safeParse(parseJson(json));
  if (!parsed.success) return { passed: 0, failed: exitedWell ? 0 : 1 };
  const { numPassedTests, numFailedTests, testResults } = parsed.data;
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = numFailedTests + brokenFiles;
  return { passed: numPassedTests, failed: failed === 0 && !exitedWell ? 1 : failed };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
