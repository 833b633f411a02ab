import { z } from 'zod';

/** More would delay each change by a second. */
const mostPages = 10_000;
/** Of the files that the process may open, the rest is for requests, Postgres, the event store and files. */
const shareOfFiles = 0.5;
/** Where the system has no limit, or none that Node reports. */
const assumedFiles = 2 * mostPages;

const report = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.number() }) }) });

/** The process's limit of open files, each connection being one. */
function readFileLimit(): number {
  const parsed = report.safeParse(process.report.getReport());
  return parsed.success ? parsed.data.userLimits.open_files.soft : assumedFiles;
}

/** How many pages may follow changes, so that there always are connections left for requests. */
export const computeMaxPages = (files = readFileLimit()): number =>
  Math.max(1, Math.min(mostPages, Math.floor(files * shareOfFiles)));
