import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Ends the command because of invalid arguments. */
export function refuse(...sentences: readonly string[]): never {
  for (const sentence of sentences) console.error(sentence);
  process.exit(2);
}

/** Parses the arguments. Invalid ones end the command with an error, `usage` and exit code 2. */
export function readOptions<Options extends ParseArgsConfig>(
  usage: string,
  options: Options,
): ReturnType<typeof parseArgs<Options>> {
  try {
    return parseArgs(options);
  } catch (error) {
    const isInvalidArgument =
      error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
    if (!isInvalidArgument) throw error;
    // Only its first sentence: the rest is advice on arguments that begin with a dash.
    refuse(`${error.message.split('. ')[0]}.`, '', usage);
  }
}

/** Whether a text has the form of an event store's address. */
export const isStoreAddress = (text: string): boolean => /^esdb(\+discover)?:\/\/./.test(text);

/** Parses an option's value as a whole number from `minimum` up, and refuses anything else. */
export function parseNumber(option: string, text: string, minimum = 0): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number) || number < minimum)
    refuse(`${option} takes a whole number from ${minimum} up, not "${text}".`);
  return number;
}
