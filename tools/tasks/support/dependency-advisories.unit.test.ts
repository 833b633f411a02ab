import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { auditArguments, judgeAdvisories } from './dependency-advisories.ts';

const report = (vulnerabilities: Record<string, { severity: string; range: string }>) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities });

test('passes without vulnerabilities', () => {
  expect(judgeAdvisories(report({})).outcome).toBe('good');
});

test('passes with lesser vulnerabilities, and lists them', () => {
  const verdict = judgeAdvisories(report({ a: { severity: 'moderate', range: '<1.2' } }));
  expect(verdict).toMatchObject({ outcome: 'good', lines: ['moderate: a <1.2'] });
});

test('fails on a critical vulnerability, and lists it first', () => {
  const verdict = judgeAdvisories(
    report({ a: { severity: 'low', range: '*' }, b: { severity: 'critical', range: '<2' } }),
  );
  expect(verdict).toMatchObject({ outcome: 'bad', lines: ['critical: b <2', 'low: a *'] });
});

test.each(['', '{"error": {"code": "ENOTFOUND"}}', 'npm error network'])(
  'is unknown for the output %j',
  (text) => {
    expect(judgeAdvisories(text).outcome).toBe('unknown');
  },
);

test('covers the packages that browsers get, which are dev dependencies', () => {
  const root = join(import.meta.dirname, '../../..');
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  expect(Object.keys(devDependencies)).toContain('react-dom');
  expect(auditArguments.filter((argument) => argument.startsWith('--omit'))).toEqual([]);
});
