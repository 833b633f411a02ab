import type { RunningStudio } from './running-studio.fixture.ts';

type Ask = RunningStudio['query'];

/** Every row of every table, as text: `schema.table: (…)`. Bytes are in it as hexadecimal digits. */
export async function everyRow(ask: Ask, isWanted: (schema: string) => boolean): Promise<string[]> {
  const tables = await ask(
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const rows: string[] = [];
  for (const { schema, name } of tables) {
    if (!isWanted(String(schema))) continue;
    const found = await ask(`SELECT t::text AS row FROM "${String(schema)}"."${String(name)}" t`);
    rows.push(...found.map(({ row }) => `${String(schema)}.${String(name)}: ${String(row)}`));
  }
  return rows;
}

/**
 * Lines that hold one of the values: as it is, in another case, escaped for an address, or as the hexadecimal digits of its
 * bytes. Cut short, with which of the values it was.
 */
export function tellTales(lines: readonly string[], values: Readonly<Record<string, string>>): string[] {
  const forms = Object.entries(values).map(([what, value]) => ({
    what,
    forms: [value, encodeURIComponent(value), Buffer.from(value).toString('hex')].map((form) =>
      form.toLowerCase(),
    ),
  }));
  return lines.flatMap((line) => {
    const lower = line.toLowerCase();
    const told = forms.filter((each) => each.forms.some((form) => lower.includes(form)));
    return told.map(({ what }) => `${what} in ${line.slice(0, 300)}`);
  });
}
