/** A moment of a history: an instant, or just after an event. Null stands for now. */
export type Moment =
  | { readonly kind: 'instant'; readonly at: string }
  | { readonly kind: 'event'; readonly position: string };

/** An event's place in the log and in time. */
interface LoggedEvent {
  readonly position: string;
  readonly at: string;
}

/** Parses a moment of the address; null for now and for an invalid text. */
export function parseMoment(text: string | null): Moment | null {
  if (text === null) return null;
  if (/^\d{1,18}$/.test(text)) return { kind: 'event', position: text };
  const time = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : { kind: 'instant', at: new Date(time).toISOString() };
}

/** The inverse of `parseMoment`. */
export const formatMoment = (moment: Moment): string =>
  moment.kind === 'event' ? moment.position : moment.at;

/** The query string for a history as of a moment. */
export function toQueryString(moment: Moment | null): string {
  if (moment === null) return '';
  return `?${new URLSearchParams(moment.kind === 'event' ? { upTo: moment.position } : { asOf: moment.at })}`;
}

/** The number of events up to a moment, which is the slider's value. */
export function countEventsUpTo(events: readonly LoggedEvent[], moment: Moment | null): number {
  if (moment === null) return events.length;
  const firstLater = events.findIndex(({ position, at }) =>
    moment.kind === 'event'
      ? BigInt(position) > BigInt(moment.position)
      : Date.parse(at) > Date.parse(moment.at),
  );
  return firstLater === -1 ? events.length : firstLater;
}

/** The moment after a number of events. After the last one it is now, so that new events appear. */
export function getMomentAfter(events: readonly LoggedEvent[], count: number): Moment | null {
  if (count >= events.length) return null;
  const event = events[count - 1];
  if (event !== undefined) return { kind: 'event', position: event.position };
  const first = events[0];
  if (first === undefined) return null;
  return { kind: 'instant', at: new Date(Date.parse(first.at) - 1).toISOString() };
}

/** The instant of a moment; null for now. */
export function getInstant(events: readonly LoggedEvent[], moment: Moment | null): string | null {
  if (moment === null || moment.kind === 'instant') return moment?.at ?? null;
  return events[countEventsUpTo(events, moment) - 1]?.at ?? null;
}
