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

/** pino matches fixed depths only: the field itself, and below one, two and three objects. */
const REDACTED_PATHS = PRIVATE_FIELDS.flatMap((field) =>
  ['', '*.', '*.*.', '*.*.*.'].map((prefix) =>
    /^\w+$/.test(field) ? `${prefix}${field}` : `${prefix.replace(/\.$/, '')}["${field}"]`,
  ),
);

/**
 * The process's logger: JSON lines, one for each thing that happened, with personal data and secrets blotted out by field
 * name. Bind ids with `logger.child({ requestId, commandId })`; never put personal data into a message.
 * A logger's own name is bound as `component`, since `name` is a person's. A `level` of null is `info`.
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
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const logger = options.destination === undefined ? pino(settings) : pino(settings, options.destination);
  lookIntoObjectsOnly(logger);
  return logger;
}

/**
 * The paths that begin with `*` are for what stands in an object. pino walks them all for every text and number too, in each
 * line and in each child's bindings: 15 µs apiece. Nothing stands in these, and a private field itself is blotted out by its
 * own name before.
 */
function lookIntoObjectsOnly(logger: Logger): void {
  const byField: unknown = Reflect.get(logger, symbols.stringifiersSym);
  if (typeof byField !== 'object' || byField === null) return;
  const ofOthers: unknown = Reflect.get(byField, symbols.wildcardFirstSym);
  if (typeof ofOthers !== 'function') return;
  Reflect.set(byField, symbols.wildcardFirstSym, (value: unknown, ...rest: unknown[]): unknown =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? JSON.stringify(value)
      : Reflect.apply(ofOthers, undefined, [value, ...rest]),
  );
}

/** An error's class, code, message and stack, and those of its causes; not its other fields, which may hold a request's body. */
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
