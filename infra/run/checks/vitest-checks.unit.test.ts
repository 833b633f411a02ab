import { describe, expect, it } from 'vitest';
import { countTests, failuresIn } from './vitest-checks.ts';

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

describe('naming what failed', () => {
  it('gives file, test and message, and the file alone when no test of it ran', () => {
    const json = JSON.stringify({
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'adds' },
            { status: 'failed', fullName: 'takes away', failureMessages: ['expected 1 to be 2'] },
          ],
        },
        { name: 'b.test.ts', status: 'failed', message: 'no such import', assertionResults: [] },
        { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    });
    expect(failuresIn(json)).toEqual([
      'FAILED a.test.ts\n  takes away\nexpected 1 to be 2',
      'FAILED b.test.ts\nno such import',
    ]);
  });

  it('gives nothing when there is no report', () => {
    expect(failuresIn('')).toEqual([]);
  });
});
