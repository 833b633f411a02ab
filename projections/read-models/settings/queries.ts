import type pg from 'pg';

export interface SettingRow {
  key: string;
  value: string;
  description: string;
}

export async function readSettingByKey(pool: pg.Pool, key: string): Promise<SettingRow | undefined> {
  const { rows } = await pool.query<SettingRow>({
    name: 'setting-by-key',
    text: 'SELECT key, value, description FROM settings WHERE key = $1',
    values: [key],
  });
  return rows[0];
}

/** All settings that have been set. */
export async function readAllSettings(pool: pg.Pool): Promise<(SettingRow & { updatedAt: Date })[]> {
  const { rows } = await pool.query<SettingRow & { updatedAt: Date }>({
    name: 'all-settings',
    text: 'SELECT key, value, description, updated_at AS "updatedAt" FROM settings ORDER BY key',
  });
  return rows;
}
