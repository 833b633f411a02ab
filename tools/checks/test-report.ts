import { z } from 'zod';

/** The result of one run of vitest, as its reporter writes it for `npm test`. */
export const testReport = z.object({
  passed: z.number().int(),
  files: z.array(z.object({ file: z.string(), durationMs: z.number() })),
  failures: z.array(
    z.object({
      /** Absent when the failure belongs to no file. */
      file: z.string().optional(),
      /** The test's full name, or what else failed. */
      what: z.string(),
      errors: z.array(z.string()),
    }),
  ),
});

export type TestReport = z.infer<typeof testReport>;

/** The environment variable with the path that the reporter writes to. */
export const REPORT_FILE_VARIABLE = 'TEST_REPORT_FILE';
