import type pg from 'pg';

export interface InstructorRow {
  id: number;
  name: string;
  prenatalSuitable: boolean;
}

const COLUMNS = `id, name, prenatal_suitable AS "prenatalSuitable"`;

/** The current instructors, by name. */
export async function readInstructors(pool: pg.Pool): Promise<InstructorRow[]> {
  const { rows } = await pool.query<InstructorRow>({
    name: 'instructors',
    text: `SELECT ${COLUMNS} FROM instructors WHERE NOT is_removed ORDER BY name, id`,
  });
  return rows;
}

export async function readInstructorById(pool: pg.Pool, id: number): Promise<InstructorRow | undefined> {
  const { rows } = await pool.query<InstructorRow>({
    name: 'instructor-by-id',
    text: `SELECT ${COLUMNS} FROM instructors WHERE id = $1 AND NOT is_removed`,
    values: [id],
  });
  return rows[0];
}

/** The name of every instructor, also of removed ones, by id. */
export async function readInstructorNames(source: pg.Pool | pg.PoolClient): Promise<Map<number, string>> {
  const { rows } = await source.query<{ id: number; name: string }>({
    name: 'instructor-names',
    text: 'SELECT id, name FROM instructors',
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
