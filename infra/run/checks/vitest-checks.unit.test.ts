import { describe, expect, it } from 'vitest';
import { countTests } from './vitest-checks.ts';

const report = (passed: number, failed: number, files: { status: string; tests: string[] }[] = []) =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    testResults: files.map(({ status, tests }) => ({
      status,
      assertionResults: tests.map((test) => ({ status: test })),
    })),
  });

describe('counting what vitest ran', () => {
  it('takes the numbers of tests', () => {
    expect(countTests(report(5, 2, [{ status: 'failed', tests: ['passed', 'failed'] }]), false)).toEqual({
      passed: 5,
      failed: 2,
    });
  });

  it('counts a file that could not be loaded', () => {
    expect(countTests(report(3, 0, [{ status: 'failed', tests: [] }]), false)).toEqual({
      passed: 3,
      failed: 1,
    });
  });

  it('counts a bad end that no test explains', () => {
    expect(countTests(report(3, 0), false)).toEqual({ passed: 3, failed: 1 });
    expect(countTests('', false)).toEqual({ passed: 0, failed: 1 });
  });
});
