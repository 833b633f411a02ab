import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Ends the command, which was asked for something that makes no sense. */
export function refuse(...sentences: readonly string[]): never {
  for (const sentence of sentences) console.error(sentence);
  process.exit(2);
}

/** What stands after the command's name; when that makes no sense, says why and `usage`, and ends with the code 2. */
export function readOptions<Options extends ParseArgsConfig>(
  usage: string,
  options: Options,
): ReturnType<typeof parseArgs<Options>> {
  try {
    return parseArgs(options);
  } catch (error) {
    const isTheirs =
      error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
    if (!isTheirs) throw error;
    // What follows its first sentence is advice on arguments that begin with a dash.
    refuse(`${error.message.split('. ')[0]}.`, '', usage);
  }
}

/** Whether that is how the address of an event store looks. */
export const isStoreAddress = (text: string): boolean => /^esdb(\+discover)?:\/\/./.test(text);

/** A whole number from `least` up that was given as the value of an option; refuses anything else. */
export function numberOf(option: string, text: string, least = 0): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number) || number < least)
    refuse(`${option} takes a whole number from ${least} up, not "${text}".`);
  return number;
}
