import { z } from 'zod';

/** All packages, because the web's are dev dependencies: they run in every member's browser, and the build tools write its files. */
export const auditArguments: string[] = ['audit', '--json', '--audit=true'];

const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const;
const report = z.looseObject({
  vulnerabilities: z.record(
    z.string(),
    z.looseObject({ severity: z.enum(severities), range: z.string().optional() }),
  ),
});

export interface AdvisoryVerdict {
  /** `unknown`: the registry could not be queried. */
  readonly outcome: 'good' | 'bad' | 'unknown';
  readonly sentence: string;
  /** A line for each package with a known vulnerability, the worst first. */
  readonly lines: readonly string[];
}

/** Judges the output of `npm audit --json`: `bad` when a package has a high or critical vulnerability. */
export function judgeAdvisories(printed: string): AdvisoryVerdict {
  const parsed = report.safeParse(parseJson(printed));
  if (!parsed.success) {
    return {
      outcome: 'unknown',
      sentence: 'not checked: the registry could not be queried for known vulnerabilities',
      lines: [],
    };
  }
  const found = Object.entries(parsed.data.vulnerabilities)
    .map(([name, { severity, range }]) => ({ name, severity, range }))
    .toSorted((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity));
  const lines = found.map(({ name, severity, range }) => `${severity}: ${name} ${range ?? ''}`.trimEnd());
  const grave = found.filter(({ severity }) => severity === 'high' || severity === 'critical').length;
  if (grave > 0)
    return { outcome: 'bad', sentence: `${grave} packages with a high or critical vulnerability`, lines };
  return {
    outcome: 'good',
    sentence:
      lines.length === 0
        ? 'no package with a known vulnerability'
        : 'no high or critical vulnerability; lesser ones:',
    lines,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
