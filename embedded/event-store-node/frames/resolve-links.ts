import type { EventLog } from '../log/event-log.ts';
import type { LogEvent } from '../log/log-event.ts';
import { getVisibility } from '../log/visible-events.ts';
import type { ResolvedEvent } from '../proto/read-responses.ts';

const LINK_TYPE = '$>';
const LINK_TEXT = /^(\d{1,19})@(.*)$/s;

/** Whether an event is a link with a valid target. */
export function isLink(event: LogEvent): boolean {
  return event.type === LINK_TYPE && LINK_TEXT.test(event.data.toString('utf8'));
}

/** Reads the target of a link. Returns another event unchanged, and only the link when its target is not visible. */
export async function resolveLink(log: EventLog, event: LogEvent): Promise<ResolvedEvent> {
  const parts = event.type === LINK_TYPE ? LINK_TEXT.exec(event.data.toString('utf8')) : null;
  const stream = parts?.[2];
  if (!parts || stream === undefined) return { event, link: undefined };
  const revision = Number(parts[1]);
  const visibility = getVisibility(stream, await log.readHead(stream), Date.now() * 1000);
  if (visibility.kind !== 'visible' || revision < visibility.first || revision > visibility.last) {
    return { event: undefined, link: event };
  }
  const { createdFrom } = visibility;
  const span = { from: revision, to: revision, createdFrom, descending: false, limit: 1 };
  const [target] = await log.readStream(stream, span);
  return { event: target, link: event };
}
