import pg from 'pg';

/** Creates a database on the server of `url` unless it exists, as a copy of `template` if one is given. */
export async function ensureDatabase(url: string, name: string, template?: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 1) return;
    const fromTemplate =
      template === undefined ? '' : ` TEMPLATE ${client.escapeIdentifier(template)} STRATEGY file_copy`;
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}${fromTemplate}`);
  } catch (error) {
    const isCreatedConcurrently =
      error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505');
    if (!isCreatedConcurrently) throw error;
  } finally {
    await client.end();
  }
}
