import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type ImportFileKind, importFileKinds } from '#domain/import/events.ts';
import { InvalidInput } from '#domain/refusal.ts';
import { readTable, type TextTable } from '#infra/csv/read-table.ts';
import {
  type ImportFormFields,
  importFormFields,
  maxImportBytes,
  maxImportLines,
} from '#services/contract/imports.ts';
import { HttpError } from '../http-error.ts';

export interface UploadedFile {
  readonly kind: ImportFileKind;
  readonly sha256: string;
  readonly table: TextTable;
}

interface Upload {
  readonly files: readonly UploadedFile[];
  readonly fields: ImportFormFields;
}

const tooLarge = (most: string) =>
  new HttpError(413, 'PAYLOAD_TOO_LARGE', `The files have over ${most} together. Please split them.`);

/** The kind of a file by its field, or by its own name: `members`, `members.csv`. */
const findKind = (...names: readonly string[]): ImportFileKind | undefined =>
  importFileKinds.find((kind) => names.some((name) => name.toLowerCase().replace(/\.csv$/, '') === kind));

/** @throws InvalidInput, HttpError 413 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const files = new Map<ImportFileKind, UploadedFile>();
  const fields: Record<string, unknown> = {};
  let bytes = 0;
  let lines = 0;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = part.value;
      continue;
    }
    const content = await part.toBuffer();
    bytes += content.length;
    if (bytes > maxImportBytes) throw tooLarge('10 MB');
    const kind = findKind(part.fieldname, part.filename);
    if (kind === undefined || files.has(kind))
      throw new InvalidInput([
        {
          path: part.fieldname,
          message: 'Please send one members.csv, passes.csv and memberships.csv each.',
        },
      ]);
    // A form sends a field without a chosen file as an empty one.
    if (content.length === 0 && part.filename === '') continue;
    const sha256 = createHash('sha256').update(content).digest('hex');
    const table = await readTable(content);
    lines += table.rows.length;
    if (lines > maxImportLines) throw tooLarge('200,000 lines');
    files.set(kind, { kind, sha256, table });
  }
  if (files.size === 0)
    throw new InvalidInput([{ path: 'members', message: 'Please choose members.csv or passes.csv.' }]);
  const parsed = importFormFields.safeParse(fields);
  if (!parsed.success)
    throw new InvalidInput(
      parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    );
  return {
    files: importFileKinds.flatMap((kind) => files.get(kind) ?? []),
    fields: parsed.data,
  };
}
