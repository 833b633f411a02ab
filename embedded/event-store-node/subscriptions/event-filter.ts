import type { LogEvent } from '../log/log-event.ts';
import type { FilterOptions } from '../proto/read-request.ts';

export type EventFilter = (event: LogEvent) => boolean;

/** Creates the function that decides which events match. @throws SyntaxError when the regular expression is invalid */
export function createEventFilter(options: FilterOptions): EventFilter {
  const matches =
    options.regex === undefined ? createPrefixMatcher(options.prefixes) : createRegexMatcher(options.regex);
  return options.field === 'stream' ? (event) => matches(event.stream) : (event) => matches(event.type);
}

function createPrefixMatcher(prefixes: readonly string[]): (text: string) => boolean {
  return (text) => prefixes.some((prefix) => text.startsWith(prefix));
}

// .NET's syntax is nearly JavaScript's; inline options at the start become flags.
function createRegexMatcher(source: string): (text: string) => boolean {
  const [, inline = '', rest = source] = /^\(\?([ims]+)\)(.*)$/s.exec(source) ?? [];
  const expression = compile(rest, inline);
  return (text) => expression.test(text);
}

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    // .NET allows needless escapes; so does JavaScript without `u`.
    return new RegExp(source, flags);
  }
}
