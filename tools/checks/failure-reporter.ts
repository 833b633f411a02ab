import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { projectRoot } from './run-program.ts';
import { REPORT_FILE_VARIABLE, type TestReport } from './test-report.ts';

type Failure = TestReport['failures'][number];
type Thrown = Readonly<{ message: string; stack?: string | undefined; cause?: unknown }>;

/** Writes the report of a run for `npm test`. vitest's own JSON reporter omits errors of `beforeAll` and `afterAll`. */
export default class FailureReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], outside: readonly Thrown[]): void {
    const file = process.env[REPORT_FILE_VARIABLE];
    if (file === undefined) throw new Error(`${REPORT_FILE_VARIABLE} names no file for the report`);
    const report: TestReport = {
      passed: modules.flatMap((module) => [...module.children.allTests('passed')]).length,
      files: modules.map((module) => ({
        file: relative(projectRoot, module.moduleId),
        durationMs: durationMs(module),
      })),
      failures: [
        ...modules.flatMap(findFailures),
        ...(outside.length === 0 ? [] : [{ what: 'outside any test', errors: outside.map(describeError) }]),
      ],
    };
    writeFileSync(file, JSON.stringify(report));
  }
}

function durationMs(module: TestModule): number {
  const { prepareDuration, environmentSetupDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  return prepareDuration + environmentSetupDuration + collectDuration + setupDuration + duration;
}

function findFailures(module: TestModule): Failure[] {
  const failure = (what: string, errors: readonly Thrown[] | undefined): Failure => ({
    file: relative(projectRoot, module.moduleId),
    what,
    errors: (errors ?? []).map(describeError),
  });
  const hooks = (suite: TestSuite | TestModule, what: string) =>
    suite.errors().length === 0 ? [] : [failure(what, suite.errors())];
  const tests = [...module.children.allTests('failed')].map((test: TestCase) =>
    failure(test.fullName, test.result().errors),
  );
  const found = [
    ...hooks(module, 'the file itself'),
    ...[...module.children.allSuites()].flatMap((suite) => hooks(suite, `around ${suite.fullName}`)),
    ...tests,
  ];
  // A file that failed without an error must not count as a pass.
  return found.length === 0 && module.state() === 'failed' ? [failure('the file itself', [])] : found;
}

/** The error's message and stack, followed by its causes. */
function describeError({ message, stack, cause }: Thrown): string {
  const own = stack?.includes(message) ? stack : [message, stack].filter(Boolean).join('\n');
  return isThrown(cause) ? `${own}\nCaused by: ${describeError(cause)}` : own;
}

function isThrown(value: unknown): value is Thrown {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}
