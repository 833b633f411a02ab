import { type ExportTable, exportTables } from '#projections/read-models/export-queries.ts';
import { eventColumns } from './export-events.ts';

const formatTable = ({ name, about, columns }: Pick<ExportTable, 'name' | 'about' | 'columns'>): string =>
  [
    `## ${name}.csv, ${name}.json`,
    '',
    about,
    '',
    ...Object.entries(columns).map(([column, what]) => `- ${column}: ${what}`),
    '',
  ].join('\n');

/** What is in the archive, column by column. */
export const formatReadme = (studio: string, at: Date): string =>
  [
    `# All data of ${studio}`,
    '',
    `Taken on ${at.toISOString()}. Each table is there as CSV (for spreadsheets) and as JSON (for programs), with the same columns.`,
    'Amounts are whole pence. Instants are UTC (ISO 8601); days and times of classes are those of London.',
    'A text that a spreadsheet would take for a formula has an apostrophe before it in the CSV.',
    'Not in it: passwords and what else opens accounts, and answers about health, which each member can download.',
    'It holds personal data: keep it as carefully as the studio’s own books.',
    '',
    ...exportTables.map(formatTable),
    formatTable({ name: 'events', about: 'Everything that ever happened, in order.', columns: eventColumns }),
  ].join('\n');
