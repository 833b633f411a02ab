import { z } from 'zod';
import { importFields, importPresets } from '#domain/import/columns.ts';
import { importFileKinds } from '#domain/import/events.ts';
import { dateOrders } from '#domain/import/read-date.ts';
import { commandAnswer } from './errors.ts';
import { lineText } from './text.ts';
import { instant, wallDate } from './values.ts';

/** All files of an upload together. */
export const maxImportBytes = 10 * 1024 * 1024;
export const maxImportLines = 200_000;

const count = z.number().int();
const fileKind = z.enum(importFileKinds);
const header = z.string().max(200);
const headers = z.union([header.transform((one) => [one]), z.array(header).max(5)]);

/** The columns of one file by field; several headers are joined by a blank. */
const fileMapping = <Field extends string>(fields: readonly Field[]) =>
  z.partialRecord(z.enum(fields), headers);
const fieldsOf = <Fields extends object>(fields: Fields) => Object.keys(fields);

/** Columns by hand, and the studio's names of passes and plans by those in the files. */
const importMapping = z.object({
  members: fileMapping(fieldsOf(importFields.members)).optional(),
  passes: fileMapping(fieldsOf(importFields.passes)).optional(),
  memberships: fileMapping(fieldsOf(importFields.memberships)).optional(),
  names: z.record(z.string().max(200), z.string().max(200)).optional(),
});
export type ImportMappingBody = z.input<typeof importMapping>;

const jsonText = z
  .string()
  .max(20_000)
  .transform((text, { addIssue }): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      addIssue('The mapping is not JSON');
      return z.NEVER;
    }
  });

/** The fields beside the files of POST /api/admin/imports, a multipart form. */
export const importFormFields = z.object({
  source: lineText
    .min(1, 'Please say which system the members come from')
    .max(60, 'Please use a shorter name')
    .optional()
    .describe('The system that the studio comes from, as members see it'),
  preset: z.enum(importPresets, 'Use plain, mindbody or momence').optional(),
  dateOrder: z
    .enum(dateOrders, 'Use day-first or month-first')
    .optional()
    .describe('What 03/04/2025 means; needed when a date can be read in both ways'),
  mapping: jsonText.pipe(importMapping).optional(),
});
export type ImportFormFields = z.output<typeof importFormFields>;

export const importParams = z.object({
  id: z.string().regex(/^[0-9a-f]{24}$/, 'Use the id of an import'),
});

const importSum = z.object({
  name: z.string().describe('The pass or plan'),
  lots: count,
  passes: count,
  pence: count.describe('The value of what is left'),
});
const importSums = z.object({
  lots: count,
  passes: count,
  pence: count,
  byPass: z.array(importSum),
});

const lineNote = z.object({ file: fileKind, line: count, reason: z.string() });
export type LineNote = z.infer<typeof lineNote>;

/** POST /api/admin/imports, with and without `?dryRun=true`. */
export const importAnswer = commandAnswer.extend({
  dryRun: z.boolean(),
  importId: z.string(),
  source: z.string(),
  preset: z.enum(importPresets).describe('The one given, or the first that finds every column'),
  created: count.describe('Members who are new'),
  merged: count.describe('Members who have an account with that address'),
  refused: z.array(lineNote),
  warnings: z.array(lineNote).describe('Lines that are brought over all the same'),
  sums: importSums,
  files: z.array(
    z.object({
      file: fileKind,
      sha256: z.string(),
      lines: count,
      alreadyBrought: z.boolean().describe('This file was brought over before, so that nothing of it counts'),
      encoding: z.string(),
      separator: z.string(),
      header: z.array(z.string()),
      columns: z.record(z.string(), z.array(z.string())).describe('The headers that each field is read from'),
      missing: z.array(z.string()).describe('Fields without a column; none of the file is read'),
    }),
  ),
  dates: z.object({
    ambiguous: count.describe('Dates that can be read in two ways; then a run needs `dateOrder`'),
    examples: z.array(
      z.object({
        file: fileKind,
        line: count,
        text: z.string(),
        dayFirst: wallDate,
        monthFirst: wallDate,
      }),
    ),
  }),
  unknownNames: z.array(z.string()).describe('Passes and plans that the studio does not have'),
  knownNames: z.array(z.string()).describe('Passes and plans that it has'),
});
export type ImportAnswer = z.infer<typeof importAnswer>;

const importEntry = z.object({
  importId: z.string(),
  source: z.string(),
  status: z.enum(['running', 'stopped', 'closed', 'undoing', 'undone']),
  files: z.array(z.object({ kind: fileKind, sha256: z.string(), lines: count, refused: count })),
  people: count,
  done: count.describe('People who are brought over'),
  created: count,
  merged: count,
  sums: importSums,
  begunAt: instant,
  closedAt: instant.nullable(),
  invitedAt: instant.nullable(),
  undone: z
    .object({ at: instant, lots: count, kept: count, members: count })
    .nullable()
    .describe('What was taken back, lots that stay as they were used, and members who were erased'),
});
export type ImportEntry = z.infer<typeof importEntry>;

/** GET /api/admin/imports: the latest first. */
export const importsAnswer = z.object({ success: z.literal(true), imports: z.array(importEntry) });
export type ImportsAnswer = z.infer<typeof importsAnswer>;

/** GET /api/admin/imports/{id}/certificate */
export const importCertificateFile = z
  .unknown()
  .describe('Signed JSON: the sums of the files and of the ledger, and each lot with its line');
