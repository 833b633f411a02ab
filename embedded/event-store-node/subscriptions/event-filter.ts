import vm from 'node:vm';
import { GrpcError, Status } from '../grpc/status.ts';
import type { LogEvent } from '../log/log-event.ts';
import { RecentMap } from '../log/recent-map.ts';
import type { FilterOptions } from '../proto/read-request.ts';

/**
 * An expression that backtracks without end would stop the whole node. Limits are processor time of this thread, because a busy
 * machine may give it none for longer than any test takes.
 */
const TEST_TIMEOUT_MS = 250;
const TEST_MS = 200;
/** All tests of one filter may take this long together, and this much more each. */
const TOTAL_MS = 1_000;
const MEAN_MS = 2;
const MAX_SOURCE_LENGTH = 10_000;
const MAX_PREFIXES = 1_000;
const KNOWN_RESULTS = 10_000;
const MAX_KNOWN_LENGTH = 1_000;
const TEST = new vm.Script('expression.test(text)');
const scope: { expression?: RegExp; text?: string } = vm.createContext(Object.create(null));

export type EventFilter = (event: LogEvent) => boolean;

/** Creates the function that decides which events match; it throws when the regular expression takes too long. @throws when it is invalid */
export function createEventFilter(options: FilterOptions): EventFilter {
  const matches =
    options.regex === undefined ? createPrefixMatcher(options.prefixes) : createRegexMatcher(options.regex);
  return options.field === 'stream' ? (event) => matches(event.stream) : (event) => matches(event.type);
}

function createPrefixMatcher(prefixes: readonly string[]): (text: string) => boolean {
  if (prefixes.length > MAX_PREFIXES)
    throw new GrpcError(Status.invalidArgument, `A filter may have at most ${MAX_PREFIXES} prefixes.`);
  return (text) => prefixes.some((prefix) => text.startsWith(prefix));
}

// .NET's syntax is nearly JavaScript's; inline options at the start become flags.
function createRegexMatcher(source: string): (text: string) => boolean {
  if (source.length > MAX_SOURCE_LENGTH) throw invalidExpression('is too long');
  const [, inline = '', rest = source] = /^\(\?([ims]+)\)(.*)$/s.exec(source) ?? [];
  const expression = compile(rest, inline);
  // Types and stream names repeat, and only the first test of a text costs anything.
  const known = new RecentMap<boolean>(KNOWN_RESULTS);
  let spentMs = 0;
  let tests = 0;
  return (text) => {
    const result = known.get(text);
    if (result !== undefined) return result;
    const start = getProcessorMs();
    const tested = testInTime(expression, text);
    spentMs += getProcessorMs() - start;
    tests += 1;
    if (spentMs > TOTAL_MS + MEAN_MS * tests) throw invalidExpression('takes too long');
    if (text.length <= MAX_KNOWN_LENGTH) known.set(text, tested);
    return tested;
  };
}

/** Runs a test in a context of its own, because only there Node can interrupt it. Node's timeout is by the clock on the wall. */
function testInTime(expression: RegExp, text: string): boolean {
  scope.expression = expression;
  scope.text = text;
  for (const start = getProcessorMs(); ; ) {
    try {
      return TEST.runInContext(scope, { timeout: TEST_TIMEOUT_MS }) === true;
    } catch (error) {
      const isTimeout =
        error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      if (!isTimeout || getProcessorMs() - start >= TEST_MS) throw invalidExpression('takes too long');
    }
  }
}

/** Processor time of this thread. */
function getProcessorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function invalidExpression(fault: string): GrpcError {
  return new GrpcError(Status.invalidArgument, `The regular expression of the filter ${fault}.`);
}

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    // .NET allows needless escapes; so does JavaScript without `u`.
    return new RegExp(source, flags);
  }
}
