import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Check, CheckResult } from './check.ts';
import { runNode } from './run-program.ts';
import { REPORT_FILE_VARIABLE, type TestReport, testReport } from './test-report.ts';

export const vitestChecks: readonly Check[] = ['unit', 'integration', 'browser'].map((project) => ({
  name: `${project} tests`,
  run: () => runVitest(['--project', project, '--passWithNoTests']),
}));

/** Runs vitest once. What went wrong without being a test (a file that can't be loaded, a hook, no report at all) counts too. */
export async function runVitest(options: readonly string[]): Promise<CheckResult> {
  const directory = await mkdtemp(join(tmpdir(), 'tideline-report-'));
  const reportFile = join(directory, 'report.json');
  try {
    const { ok, output: printed } = await runNode(
      [
        ...['node_modules/vitest/vitest.mjs', 'run', ...options],
        ...['--reporter=default', `--reporter=${join(import.meta.dirname, 'failure-reporter.ts')}`],
      ],
      { [REPORT_FILE_VARIABLE]: reportFile },
    );
    return judge(await readFile(reportFile, 'utf8').catch(() => ''), ok, printed);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function judge(json: string, exitedWell: boolean, printed: string): CheckResult {
  const { passed, failures } = readReport(json) ?? { passed: 0, failures: [] };
  const failed = failures.length === 0 && !exitedWell ? 1 : failures.length;
  const told = failures.map(({ file = '', what, errors }) =>
    [`FAILED ${file}`.trimEnd(), `  ${what}`, ...errors].join('\n'),
  );
  // What failed comes first: a log that is cut short must still tell it.
  return { passed, failed, output: [...told, printed].join('\n\n') };
}

/** null when there is none, or one that was cut off. */
function readReport(json: string): TestReport | null {
  try {
    return testReport.parse(JSON.parse(json));
  } catch {
    return null;
  }
}
