import pg from 'pg';

/** Describes an error without the database's message, which may quote a member's data. */
export function redactError(error: unknown): object {
  if (error instanceof pg.DatabaseError) {
    const { code, table, column, constraint, routine } = error;
    return { code, table, column, constraint, routine };
  }
  if (error instanceof Error) return { message: error.message, stack: error.stack };
  return { message: String(error) };
}
