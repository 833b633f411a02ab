import pg from 'pg';

/** What went wrong without the words of the database, which may quote a member's data. */
export function describeError(error: unknown): object {
  if (error instanceof pg.DatabaseError) {
    const { code, table, column, constraint, routine } = error;
    return { code, table, column, constraint, routine };
  }
  if (error instanceof Error) return { message: error.message, stack: error.stack };
  return { message: String(error) };
}
