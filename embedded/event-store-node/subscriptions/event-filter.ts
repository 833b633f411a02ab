import type { LogEvent } from '../log/log-event.ts';
import type { FilterOptions } from '../proto/read-request.ts';

export type EventFilter = (event: LogEvent) => boolean;

/** What a filter lets through. Throws SyntaxError when its regular expression is none. */
export function createEventFilter(options: FilterOptions): EventFilter {
  const matches = options.regex === undefined ? prefixMatcher(options.prefixes) : regexMatcher(options.regex);
  return options.field === 'stream' ? (event) => matches(event.stream) : (event) => matches(event.type);
}

function prefixMatcher(prefixes: readonly string[]): (text: string) => boolean {
  return (text) => prefixes.some((prefix) => text.startsWith(prefix));
}

// .NET's expressions are nearly JavaScript's; options at the very start become flags.
function regexMatcher(source: string): (text: string) => boolean {
  const [, inline = '', rest = source] = /^\(\?([ims]+)\)(.*)$/s.exec(source) ?? [];
  const expression = compile(rest, inline);
  return (text) => expression.test(text);
}

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    // .NET allows to escape characters that need it not; so does JavaScript without `u`.
    return new RegExp(source, flags);
  }
}
