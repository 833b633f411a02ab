import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions, symbols } from 'pino';

export type Logger = PinoLogger;

const PRIVATE_FIELDS = [
  'authorization',
  'Authorization',
  'cookie',
  'set-cookie',
  'password',
  'passwordHash',
  'email',
  'phone',
  'name',
  'fullName',
  'dateOfBirth',
  'token',
  'secret',
  'personal',
];

/** pino matches fixed depths only: the field itself, or one to three objects deep. */
const REDACTED_PATHS = PRIVATE_FIELDS.flatMap((field) =>
  ['', '*.', '*.*.', '*.*.*.'].map((prefix) =>
    /^\w+$/.test(field) ? `${prefix}${field}` : `${prefix.replace(/\.$/, '')}["${field}"]`,
  ),
);

/**
 * Creates the process's logger, which writes JSON lines and redacts personal data and secrets by field name. Bind ids with
 * `logger.child({ requestId, commandId })`; never put personal data into a message. A `level` of null is `info`.
 */
export function createLogger(options: {
  level: string | null;
  component: string;
  destination?: DestinationStream;
}): Logger {
  const settings = {
    level: options.level ?? 'info',
    timestamp: stdTimeFunctions.isoTime,
    base: { component: options.component },
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    serializers: { err: serializeError },
    hooks: { streamWrite: escapeInvisible },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const logger = options.destination === undefined ? pino(settings) : pino(settings, options.destination);
  skipWildcardsOfScalars(logger);
  return logger;
}

/**
 * Makes pino apply paths that begin with `*` to objects only. pino also walks them for every text and number, which takes 15 µs
 * each. A private field with such a value is redacted by its own name.
 */
function skipWildcardsOfScalars(logger: Logger): void {
  const stringifiers: unknown = Reflect.get(logger, symbols.stringifiersSym);
  if (typeof stringifiers !== 'object' || stringifiers === null) return;
  const stringifyWildcard: unknown = Reflect.get(stringifiers, symbols.wildcardFirstSym);
  if (typeof stringifyWildcard !== 'function') return;
  Reflect.set(stringifiers, symbols.wildcardFirstSym, (value: unknown, ...rest: unknown[]): unknown =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? JSON.stringify(value)
      : Reflect.apply(stringifyWildcard, undefined, [value, ...rest]),
  );
}

/**
 * Writes the characters that a terminal or a viewer acts upon as JSON escapes. JSON itself leaves those above U+007E unescaped;
 * in a line they occur within texts only.
 */
const escapeInvisible = (line: string): string =>
  line.replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Serialises an error's class, code, message, stack and causes; no other fields, which may contain a request's body. */
function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code !== 'object' ? error.code : undefined;
  return {
    type: error.constructor.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    ...(depth === 0 ? { stack: error.stack } : {}),
    ...(error.cause === undefined || depth > 3 ? {} : { cause: serializeError(error.cause, depth + 1) }),
  };
}
