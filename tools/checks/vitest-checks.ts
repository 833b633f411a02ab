import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '../run/build-web.ts';
import type { Check, CheckResult } from './check.ts';
import { runNode } from './run-program.ts';
import { REPORT_FILE_VARIABLE, type TestReport, testReport } from './test-report.ts';

/** One check for each project of vitest.config.ts; `options` go to vitest. */
export const testChecks = (options: readonly string[]): Check[] =>
  ['unit', 'integration', 'browser'].map((project) => ({
    name: `${project} tests`,
    needsWholeMachine: true,
    run: () => {
      // Browser tests open the built web.
      if (project === 'browser') buildWeb();
      return runVitest(['--project', project, '--passWithNoTests', ...options]);
    },
  }));

/** Runs vitest once. A failure outside any test counts too: a file that does not load, a hook, a missing report. */
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
    return toResult(await readFile(reportFile, 'utf8').catch(() => ''), ok, printed);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function toResult(json: string, exitedCleanly: boolean, printed: string): CheckResult {
  const { passed, failures, files } = parseReport(json) ?? { passed: 0, failures: [], files: [] };
  const failed = failures.length === 0 && !exitedCleanly ? 1 : failures.length;
  const descriptions = failures.map(({ file = '', what, errors }) =>
    [`FAILED ${file}`.trimEnd(), `  ${what}`, ...errors].join('\n'),
  );
  // Failures come first, so that a log that is cut short still contains them.
  return {
    passed,
    failed,
    files,
    failures: failures.map(({ file = '', what }) => `${file} ${what}`.trim()),
    output: [...descriptions, printed].join('\n\n'),
  };
}

/** null when there is no report or an incomplete one. */
function parseReport(json: string): TestReport | null {
  try {
    return testReport.parse(JSON.parse(json));
  } catch {
    return null;
  }
}
