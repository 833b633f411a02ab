import { hasMetrics, measure } from '../telemetry/metrics.ts';
import { inSpan, isTracing } from '../telemetry/spans.ts';
import { type Appended, EventStoreUnavailable, VersionConflict } from './types.ts';

/** What stands before the first dash of a stream's name: what comes after it may be a member's id. */
export const categoryOf = (stream: string): string => {
  const dash = stream.indexOf('-');
  return dash === -1 ? stream : stream.slice(0, dash);
};

/** Appends under a span and with a measure of its time, by the stream's category; as it is while neither is asked for. */
export async function tracedAppend(
  stream: string,
  events: number,
  append: () => Promise<Appended>,
): Promise<Appended> {
  if (!isTracing() && !hasMetrics()) return append();
  const category = categoryOf(stream);
  const attributes = { 'tideline.stream.category': category, 'tideline.events': events };
  return inSpan(`append ${category}`, { kind: 'client', attributes }, async () => {
    const started = performance.now();
    const done = (result: string) =>
      measure('tideline_append_duration_seconds', (performance.now() - started) / 1_000, {
        category,
        result,
      });
    try {
      const appended = await append();
      done('ok');
      return appended;
    } catch (error) {
      if (error instanceof VersionConflict) done('conflict');
      else done(error instanceof EventStoreUnavailable ? 'unavailable' : 'error');
      throw error;
    }
  });
}
