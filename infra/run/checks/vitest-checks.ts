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
    z.object({
      name: z.string().optional(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string().optional(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

async function runVitest(project: string): Promise<CheckResult> {
  const directory = await mkdtemp(join(tmpdir(), 'tideline-report-'));
  const reportFile = join(directory, 'report.json');
  try {
    const { ok, output: printed } = await runNode([
      ...['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--passWithNoTests'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
    ]);
    const json = await readFile(reportFile, 'utf8').catch(() => '');
    // What failed comes first: a log that is cut short must still tell it.
    const output = [...failuresIn(json), printed].join('\n\n');
    return { ...countTests(json, ok), output };
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

/** Each test that failed with its message, and each file that failed without one. */
export function failuresIn(json: string): string[] {
  const parsed = report.safeParse(parseJson(json));
  if (!parsed.success) return [];
  return parsed.data.testResults.flatMap(({ name = '', status, message = '', assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`FAILED ${name}\n${message}`] : [];
    return failed.map(
      ({ fullName, failureMessages }) =>
        `FAILED ${name}\n  ${fullName ?? ''}\n${(failureMessages ?? []).join('\n')}`,
    );
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
