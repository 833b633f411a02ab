import type { Pool } from 'pg';
import { detectPreset, type FileColumns, type ImportPreset, resolveColumns } from '#domain/import/columns.ts';
import { findImportOfFile, refuseStopped } from '#domain/import/decide.ts';
import type { Import, ImportsState } from '#domain/import/decider.ts';
import type { ImportFile } from '#domain/import/events.ts';
import { type ImportPlan, type PlannedLot, planImport } from '#domain/import/plan.ts';
import {
  type AmbiguousDate,
  type LinesRead,
  type LotLine,
  readLots,
  readMembers,
} from '#domain/import/read-lines.ts';
import { toLondonDay } from '#domain/london-time.ts';
import type { Steps } from '#domain/steps.ts';
import { readClassPasses } from '#projections/read-models/catalogue/queries.ts';
import { readUsersByEmails } from '#projections/read-models/members/queries.ts';
import { readPlans } from '#projections/read-models/plans/queries.ts';
import { type BroughtLotRow, readBroughtLots } from '#projections/read-models/wallet/import-queries.ts';
import { computeImportId } from '#services/commands/import/import-ids.ts';
import type { ImportFormFields } from '#services/contract/imports.ts';
import type { UploadedFile } from './read-upload.ts';
import { runInSlices } from './run-in-slices.ts';

export interface PreparedFile {
  readonly file: UploadedFile;
  readonly columns: FileColumns;
  readonly alreadyBrought: boolean;
}

export interface PreparedImport {
  readonly source: string;
  readonly preset: ImportPreset;
  readonly files: readonly PreparedFile[];
  /** The files that are new, with what becomes of their lines. */
  readonly newFiles: readonly ImportFile[];
  readonly plan: ImportPlan;
  readonly ambiguous: readonly AmbiguousDate[];
  readonly knownNames: readonly string[];
}

const sourceNames: Readonly<Record<ImportPreset, string>> = {
  plain: 'another studio system',
  mindbody: 'Mindbody',
  momence: 'Momence',
};

const none: LinesRead<never> = { lines: [], refused: [], ambiguous: [] };

const isReadable = ({ alreadyBrought, columns }: PreparedFile) =>
  !alreadyBrought && columns.missing.length === 0;

/** Reads the lines of the files that are new and have all columns. */
async function readAllLines(files: readonly PreparedFile[], dateOrder: ImportFormFields['dateOrder']) {
  const readable = files.filter(isReadable);
  const find = (kind: string) => readable.find(({ file }) => file.kind === kind);
  const found = find('members');
  const members =
    found === undefined ? none : await runInSlices(readMembers(found.file.table, found.columns));
  const lots: LinesRead<LotLine>[] = [];
  for (const kind of ['passes', 'memberships'] as const) {
    const one = find(kind);
    if (one !== undefined)
      lots.push(await runInSlices(readLots(kind, one.file.table, one.columns, dateOrder ?? null)));
  }
  return { members, lots };
}

const isSame = (row: BroughtLotRow, memberId: string, lot: PlannedLot) =>
  row.memberId === memberId &&
  row.passName === lot.passName &&
  row.passes === lot.passes &&
  row.classes === lot.classes &&
  row.begins === lot.begins;

/** Limits how long it takes to build the parameters of a query, which nothing interrupts. */
const EMAILS_PER_QUERY = 5_000;

/** The addresses of lines in lower case, some in each group. */
function* groupEmails(lines: readonly { readonly email: string }[]): Steps<string[][]> {
  const emails = new Set<string>();
  const groups: string[][] = [];
  for (const { email } of lines) {
    yield;
    const key = email.toLowerCase();
    if (emails.has(key)) continue;
    if (emails.size % EMAILS_PER_QUERY === 0) groups.push([]);
    emails.add(key);
    groups.at(-1)?.push(key);
  }
  return groups;
}

/** What the studio has that the files are about. */
async function readSurroundings(
  pool: Pool,
  lines: readonly { readonly email: string }[],
  resumed: Import | undefined,
) {
  const [passes, plans] = await Promise.all([readClassPasses(pool), readPlans(pool)]);
  const users: Awaited<ReturnType<typeof readUsersByEmails>> = [];
  for (const emails of await runInSlices(groupEmails(lines)))
    users.push(...(await readUsersByEmails(pool, emails)));
  const brought = await readBroughtLots(
    pool,
    users.map(({ id }) => id),
  );
  // The lots that the same lines brought before the import stopped are no repetition.
  const others = brought.filter(({ importId }) => importId !== resumed?.importId);
  const byMember = Map.groupBy(others, ({ memberId }) => memberId);
  return {
    passes,
    plans: plans.filter(({ retiredAt }) => retiredAt === null),
    accounts: new Map(users.map(({ id, email, name }) => [email, { memberId: id, name }])),
    hasBrought: (memberId: string, lot: PlannedLot) =>
      (byMember.get(memberId) ?? []).some((row) => isSame(row, memberId, lot)),
  };
}

/**
 * The stopped import that new files continue: its lines have the same ids again only if exactly its files come together.
 * @throws Refusal IMPORT_STOPPED when some of them come, or others with them
 */
function findResumed(state: ImportsState, files: readonly UploadedFile[]): Import | undefined {
  const importId = computeImportId(state, files);
  const known = files.map(({ sha256 }) => findImportOfFile(state, sha256));
  const other = known.find((one) => one !== undefined && one.importId !== importId);
  if (other !== undefined) throw refuseStopped(other);
  return state.imports.get(importId);
}

/** Reads the files and decides what becomes of each line, without changing anything. @throws Refusal IMPORT_STOPPED */
export async function prepareImport(
  pool: Pool,
  {
    files: uploaded,
    fields,
    state,
    now,
  }: {
    files: readonly UploadedFile[];
    fields: ImportFormFields;
    state: ImportsState;
    now: Date;
  },
): Promise<PreparedImport> {
  const mapping = fields.mapping ?? {};
  const headers = Object.fromEntries(uploaded.map(({ kind, table }) => [kind, table.header]));
  const preset = fields.preset ?? detectPreset(headers, mapping);
  const files = uploaded.map((file) => ({
    file,
    columns: resolveColumns(file.kind, file.table.header, { preset, mapping }),
    alreadyBrought: (findImportOfFile(state, file.sha256)?.status ?? 'stopped') !== 'stopped',
  }));
  const resumed = findResumed(
    state,
    files.filter(({ alreadyBrought }) => !alreadyBrought).map(({ file }) => file),
  );
  const { members, lots } = await readAllLines(files, fields.dateOrder);
  const allLots = lots.flatMap(({ lines }) => lines);
  const around = await readSurroundings(pool, [...members.lines, ...allLots], resumed);
  // What was valid when a stopped import began still is.
  const today = toLondonDay(resumed === undefined ? now : new Date(resumed.begunAt));
  const lines = {
    members: members.lines,
    lots: allLots,
    refused: [...members.refused, ...lots.flatMap(({ refused }) => refused)],
  };
  const plan = await runInSlices(planImport(lines, { ...around, names: mapping.names ?? {}, today }));
  const newFiles = files.filter(isReadable).map(({ file: { kind, sha256, table } }) => ({
    ...{ kind, sha256, lines: table.rows.length },
    refused: plan.refused.filter(({ file }) => file === kind).length,
  }));
  return {
    source: fields.source ?? sourceNames[preset],
    ...{ preset, files, newFiles, plan },
    ambiguous: fields.dateOrder === undefined ? lots.flatMap(({ ambiguous }) => ambiguous) : [],
    knownNames: [...around.passes, ...around.plans].map(({ name }) => name),
  };
}
