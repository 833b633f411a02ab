import { type ImportFileKind, importFileKinds } from './events.ts';

/** The fields of each file; true for those that every file of its kind must have. */
export const importFields = {
  members: { name: true, email: true, phone: false, newsletter: false },
  passes: {
    ...{ email: true, pass: true, classes: false, remaining: true },
    ...{ purchased: false, expires: true, price: false },
  },
  memberships: { email: true, plan: true, remaining: true, periodStart: false, periodEnd: true },
} as const satisfies Record<ImportFileKind, Readonly<Record<string, boolean>>>;

export const importPresets = ['plain', 'mindbody', 'momence'] as const;
export type ImportPreset = (typeof importPresets)[number];

/** The headers whose cells, with a blank between, are a field. */
export type Headers = readonly string[];
export type FileMapping = Readonly<Record<string, Headers | undefined>>;
export type ImportMapping = { readonly [Kind in ImportFileKind]?: FileMapping | undefined };

/** By field, what its header may be called, the usual one first. */
type Aliases = Readonly<Record<string, readonly Headers[]>>;

const of = (...names: string[]): readonly Headers[] => names.map((name) => [name]);
const fullName: readonly Headers[] = [['First Name', 'Last Name'], ['Name']];

/**
 * Both studios' systems let each business choose the columns of its reports and publish no list of them. Mindbody's
 * are the fields of its public API (Client, ClientService, ClientMembership), which its reports name with blanks.
 * Momence's are the words of its help pages (customers, memberships, packs, credits). What a file calls otherwise is
 * mapped by hand.
 */
const presets: Readonly<Record<Exclude<ImportPreset, 'plain'>, Readonly<Record<ImportFileKind, Aliases>>>> = {
  mindbody: {
    members: {
      name: [...fullName, ['Client']],
      email: of('Email', 'Email Address'),
      phone: of('Mobile Phone', 'Cell Phone', 'Home Phone', 'Phone'),
      newsletter: of('Send Promotional Emails', 'Promotional Emails'),
    },
    passes: {
      email: of('Email', 'Client Email', 'Email Address'),
      pass: of('Pricing Option', 'Service', 'Name'),
      classes: of('Count', 'Total Sessions', 'Sessions'),
      remaining: of('Remaining', 'Visits Remaining', 'Sessions Remaining'),
      purchased: of('Payment Date', 'Sale Date', 'Purchase Date'),
      expires: of('Expiration Date', 'Exp. Date'),
      price: of('Amount', 'Price', 'Total Amount'),
    },
    memberships: {
      email: of('Email', 'Client Email', 'Email Address'),
      plan: of('Membership', 'Membership Name', 'Contract', 'Name'),
      remaining: of('Remaining', 'Visits Remaining', 'Sessions Remaining'),
      periodStart: of('Active Date', 'Start Date'),
      periodEnd: of('Expiration Date', 'End Date'),
    },
  },
  momence: {
    members: {
      name: [...fullName, ['Customer Name'], ['Customer']],
      email: of('Customer Email', 'Email', 'E-mail'),
      phone: of('Phone Number', 'Phone', 'Customer Phone'),
      newsletter: of('Marketing Consent', 'Newsletter'),
    },
    passes: {
      email: of('Customer Email', 'Email', 'E-mail'),
      pass: of('Pack Name', 'Pack', 'Membership Name', 'Membership'),
      classes: of('Total Credits', 'Credits'),
      remaining: of('Credits Left', 'Remaining Credits'),
      purchased: of('Purchase Date', 'Bought On'),
      expires: of('Expiration Date', 'Expires On', 'Expires'),
      price: of('Price', 'Paid'),
    },
    memberships: {
      email: of('Customer Email', 'Email', 'E-mail'),
      plan: of('Membership Name', 'Membership', 'Subscription'),
      remaining: of('Credits Left', 'Remaining Credits'),
      periodStart: of('Period Start', 'Current Period Start'),
      periodEnd: of('Period End', 'Current Period End', 'Renewal Date'),
    },
  },
};

/** Which columns each field is read from, by its place in the header. */
export interface FileColumns {
  readonly columns: Readonly<Record<string, readonly number[]>>;
  /** Fields that are needed and found nowhere. */
  readonly missing: readonly string[];
}

/** `First Name`, `first_name` and `FirstName` are one header. */
const fold = (header: string) =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

function findColumns(header: readonly string[], alternatives: readonly Headers[]): readonly number[] {
  const folded = header.map(fold);
  for (const headers of alternatives) {
    const columns = headers.map((name) => folded.indexOf(fold(name)));
    if (columns.length > 0 && columns.every((column) => column >= 0)) return columns;
  }
  return [];
}

/** Finds the columns of one file. What is mapped by hand counts before the preset. */
export function resolveColumns(
  kind: ImportFileKind,
  header: readonly string[],
  { preset, mapping }: { preset: ImportPreset; mapping: ImportMapping },
): FileColumns {
  const columns: Record<string, readonly number[]> = {};
  const missing: string[] = [];
  for (const [field, isNeeded] of Object.entries(importFields[kind])) {
    const mapped = mapping[kind]?.[field];
    const ofPreset = preset === 'plain' ? [[field]] : (presets[preset][kind][field] ?? []);
    const found = findColumns(header, mapped === undefined ? ofPreset : [mapped]);
    if (found.length > 0) columns[field] = found;
    else if (isNeeded || (mapped !== undefined && mapped.length > 0)) missing.push(field);
  }
  return { columns, missing };
}

/** The first preset that finds everything in these headers; `plain` when none does. */
export function detectPreset(
  headers: { readonly [Kind in ImportFileKind]?: readonly string[] | undefined },
  mapping: ImportMapping,
): ImportPreset {
  const fits = (preset: ImportPreset) =>
    importFileKinds.every((kind) => {
      const header = headers[kind];
      return header === undefined || resolveColumns(kind, header, { preset, mapping }).missing.length === 0;
    });
  return importPresets.find(fits) ?? 'plain';
}
