import type { Pool } from 'pg';
import { detectPreset, type FileColumns, type ImportPreset, resolveColumns } from '#domain/import/columns.ts';
import { findImportOfFile } from '#domain/import/decide.ts';
import type { ImportsState } from '#domain/import/decider.ts';
import type { ImportFile } from '#domain/import/events.ts';
import { type ImportPlan, type PlannedLot, planImport } from '#domain/import/plan.ts';
import { type AmbiguousDate, type LinesRead, readLots, readMembers } from '#domain/import/read-lines.ts';
import { toLondonDay } from '#domain/london-time.ts';
import { readClassPasses } from '#projections/read-models/catalogue/queries.ts';
import { readUsersByEmails } from '#projections/read-models/members/queries.ts';
import { readPlans } from '#projections/read-models/plans/queries.ts';
import { type BroughtLotRow, readBroughtLots } from '#projections/read-models/wallet/import-queries.ts';
import type { ImportFormFields } from '#services/contract/imports.ts';
import type { UploadedFile } from './read-upload.ts';

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
function readAllLines(files: readonly PreparedFile[], dateOrder: ImportFormFields['dateOrder']) {
  const readable = files.filter(isReadable);
  const find = (kind: string) => readable.find(({ file }) => file.kind === kind);
  const members = find('members');
  const lots = (['passes', 'memberships'] as const).map((kind) => {
    const found = find(kind);
    return found === undefined ? none : readLots(kind, found.file.table, found.columns, dateOrder ?? null);
  });
  return { members: members ? readMembers(members.file.table, members.columns) : none, lots };
}

const isSame = (row: BroughtLotRow, memberId: string, lot: PlannedLot) =>
  row.memberId === memberId &&
  row.passName === lot.passName &&
  row.passes === lot.passes &&
  row.classes === lot.classes &&
  row.begins === lot.begins;

/** What the studio has that the files are about. */
async function readSurroundings(pool: Pool, emails: readonly string[]) {
  const [passes, plans, users] = await Promise.all([
    readClassPasses(pool),
    readPlans(pool),
    readUsersByEmails(pool, emails),
  ]);
  const brought = await readBroughtLots(
    pool,
    users.map(({ id }) => id),
  );
  const byMember = Map.groupBy(brought, ({ memberId }) => memberId);
  return {
    passes,
    plans: plans.filter(({ retiredAt }) => retiredAt === null),
    accounts: new Map(users.map(({ id, email, name }) => [email, { memberId: id, name }])),
    hasBrought: (memberId: string, lot: PlannedLot) =>
      (byMember.get(memberId) ?? []).some((row) => isSame(row, memberId, lot)),
  };
}

/** Reads the files and decides what becomes of each line, without changing anything. */
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
    alreadyBrought: findImportOfFile(state, file.sha256) !== undefined,
  }));
  const { members, lots } = readAllLines(files, fields.dateOrder);
  const allLots = lots.flatMap(({ lines }) => lines);
  const emails = [...members.lines, ...allLots].map(({ email }) => email.toLowerCase());
  const around = await readSurroundings(pool, [...new Set(emails)]);
  const plan = planImport(
    {
      members: members.lines,
      lots: allLots,
      refused: [...members.refused, ...lots.flatMap(({ refused }) => refused)],
    },
    { ...around, names: mapping.names ?? {}, today: toLondonDay(now) },
  );
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
