import pg from 'pg';

/** Makes a database of that name on the server of `url` unless it is there, copied from `template` when one is named. */
export async function ensureDatabase(url: string, name: string, template?: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 1) return;
    const copied =
      template === undefined ? '' : ` TEMPLATE ${client.escapeIdentifier(template)} STRATEGY file_copy`;
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}${copied}`);
  } catch (error) {
    const madeByAnother =
      error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505');
    if (!madeByAnother) throw error;
  } finally {
    await client.end();
  }
}
