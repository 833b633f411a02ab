import type { EventLog } from '../log/event-log.ts';
import type { LogEvent } from '../log/log-event.ts';
import { visibilityOf } from '../log/visible-events.ts';
import type { ResolvedEvent } from '../proto/read-answers.ts';

const LINK_TYPE = '$>';
const LINK_TEXT = /^(\d{1,19})@(.*)$/s;

/** Whether an event is a link that can be followed. */
export function isLink(event: LogEvent): boolean {
  return event.type === LINK_TYPE && LINK_TEXT.test(event.data.toString('utf8'));
}

/** Follows a link; an event that is none stays as it is. A target out of sight leaves the link alone. */
export async function resolveLink(log: EventLog, event: LogEvent): Promise<ResolvedEvent> {
  const parts = event.type === LINK_TYPE ? LINK_TEXT.exec(event.data.toString('utf8')) : null;
  const stream = parts?.[2];
  if (!parts || stream === undefined) return { event, link: undefined };
  const revision = Number(parts[1]);
  const visibility = visibilityOf(stream, await log.head(stream), Date.now() * 1000);
  if (visibility.kind !== 'visible' || revision < visibility.first || revision > visibility.last) {
    return { event: undefined, link: event };
  }
  const { createdFrom } = visibility;
  const span = { from: revision, to: revision, createdFrom, descending: false, limit: 1 };
  const [target] = await log.readStream(stream, span);
  return { event: target, link: event };
}
