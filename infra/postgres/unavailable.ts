const transientCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
  // SQLSTATE: shutting down, crashed, starting up.
  '57P01',
  '57P02',
  '57P03',
  // Statement timeout; deadlock; a read-only server, as a replaced primary is.
  '57014',
  '40P01',
  '25006',
  // I/O error.
  '58030',
]);
/** SQLSTATE classes: connection exceptions; insufficient disk, memory or connections. */
const transientClasses = new Set(['08', '53']);

const unavailableMessage =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|timeout expired/;

/** Whether an error means that Postgres is temporarily unavailable, so that a retry makes sense. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') {
    if (transientCodes.has(error.code)) return true;
    if (error.code.length === 5 && transientClasses.has(error.code.slice(0, 2))) return true;
  }
  return unavailableMessage.test(error.message) || isPostgresUnavailable(error.cause);
}
