import { z } from 'zod';

/** What one run of vitest came to, as its reporter hands it to `npm test`. */
export const testReport = z.object({
  passed: z.number().int(),
  failures: z.array(
    z.object({
      /** The file, where there is one. */
      file: z.string().optional(),
      /** The test, or what else failed. */
      what: z.string(),
      errors: z.array(z.string()),
    }),
  ),
});

export type TestReport = z.infer<typeof testReport>;

/** Names the file that the reporter writes to. */
export const REPORT_FILE_VARIABLE = 'TEST_REPORT_FILE';
