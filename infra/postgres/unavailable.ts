const passing = new Set([
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
  // Took too long, and so was ended; a deadlock; a server that only reads, as one that was replaced by another does.
  '57014',
  '40P01',
  '25006',
  // The disk answers with errors.
  '58030',
]);
/** Classes of SQLSTATE: connection exceptions; out of disk, of memory, of connections. */
const passingClasses = new Set(['08', '53']);

const unavailableMessage =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|timeout expired/;

/** Whether an error says that Postgres can't do its work now, so that trying again later makes sense. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') {
    if (passing.has(error.code)) return true;
    if (error.code.length === 5 && passingClasses.has(error.code.slice(0, 2))) return true;
  }
  return unavailableMessage.test(error.message) || isPostgresUnavailable(error.cause);
}
