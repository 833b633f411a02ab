/** A moment to look at: an instant, or just after one event. null is now. */
export type Moment =
  | { readonly kind: 'instant'; readonly at: string }
  | { readonly kind: 'event'; readonly position: string };

/** What an event needs to have to be a step of the slider. */
export interface Step {
  readonly position: string;
  readonly at: string;
}

/** A moment from the address: the position of an event, or an instant; null for now and for what is neither. */
export function parseMoment(text: string | null): Moment | null {
  if (text === null) return null;
  if (/^\d{1,18}$/.test(text)) return { kind: 'event', position: text };
  const time = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : { kind: 'instant', at: new Date(time).toISOString() };
}

export const writeMoment = (moment: Moment): string =>
  moment.kind === 'event' ? moment.position : moment.at;

/** The query of a history as of a moment. */
export function momentQuery(moment: Moment | null): string {
  if (moment === null) return '';
  return `?${new URLSearchParams(moment.kind === 'event' ? { upTo: moment.position } : { asOf: moment.at })}`;
}

/** How many of the events have happened at a moment: the slider's stop, from 0 (before all) to all of them. */
export function stopOf(steps: readonly Step[], moment: Moment | null): number {
  if (moment === null) return steps.length;
  const later = steps.findIndex(({ position, at }) =>
    moment.kind === 'event'
      ? BigInt(position) > BigInt(moment.position)
      : Date.parse(at) > Date.parse(moment.at),
  );
  return later === -1 ? steps.length : later;
}

/** The moment of a stop; the last one is now, so that what happens next is seen. */
export function momentOf(steps: readonly Step[], stop: number): Moment | null {
  if (stop >= steps.length) return null;
  const step = steps[stop - 1];
  if (step !== undefined) return { kind: 'event', position: step.position };
  const first = steps[0];
  if (first === undefined) return null;
  return { kind: 'instant', at: new Date(Date.parse(first.at) - 1).toISOString() };
}

/** The instant that a moment is at; null for now. */
export function instantOf(steps: readonly Step[], moment: Moment | null): string | null {
  if (moment === null || moment.kind === 'instant') return moment?.at ?? null;
  return steps[stopOf(steps, moment) - 1]?.at ?? null;
}
