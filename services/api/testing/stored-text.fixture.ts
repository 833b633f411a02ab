import type { RunningStudio } from './running-studio.fixture.ts';

type Query = RunningStudio['query'];

/** Reads every row of every table as text: `schema.table: (…)`. Postgres prints bytes as hexadecimal digits. */
export async function readEveryRow(query: Query, isWanted: (schema: string) => boolean): Promise<string[]> {
  const tables = await query(
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const rows: string[] = [];
  for (const { schema, name } of tables) {
    if (!isWanted(String(schema))) continue;
    const found = await query(`SELECT t::text AS row FROM "${String(schema)}"."${String(name)}" t`);
    rows.push(...found.map(({ row }) => `${String(schema)}.${String(name)}: ${String(row)}`));
  }
  return rows;
}

/**
 * Finds the lines that contain one of the values: literally, in another case, URL-encoded, or as the hexadecimal digits of
 * its bytes. Each result names the value and the beginning of the line.
 */
export function findLeaks(lines: readonly string[], values: Readonly<Record<string, string>>): string[] {
  const forms = Object.entries(values).map(([what, value]) => ({
    what,
    forms: [value, encodeURIComponent(value), Buffer.from(value).toString('hex')].map((form) =>
      form.toLowerCase(),
    ),
  }));
  return lines.flatMap((line) => {
    const lower = line.toLowerCase();
    const leaked = forms.filter((each) => each.forms.some((form) => lower.includes(form)));
    return leaked.map(({ what }) => `${what} in ${line.slice(0, 300)}`);
  });
}
