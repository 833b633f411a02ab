import { createStoredText } from '#web/lib/stored-text.ts';

/** The queue is in local storage, so that it outlives the page while the studio is offline. It contains no names. */
const stored = createStoredText('attendanceToSend');

/** An attendance mark that the server has not confirmed. */
export interface QueuedMark {
  readonly bookingId: number;
  /** Null removes the mark. */
  readonly attended: boolean | null;
  /** When the button was pressed, by the studio clock; UTC ISO. */
  readonly markedAt: string;
  /** The account's id, or the role of a shared password. The mark is sent in their session only. */
  readonly pressedBy: string;
}

/** Appends a mark and removes the earlier one of the same booking. */
export const appendMark = (marks: readonly QueuedMark[], mark: QueuedMark): QueuedMark[] => [
  ...marks.filter(({ bookingId }) => bookingId !== mark.bookingId),
  mark,
];

const isQueuedMark = (value: unknown): value is QueuedMark =>
  typeof value === 'object' &&
  value !== null &&
  'bookingId' in value &&
  typeof value.bookingId === 'number' &&
  'attended' in value &&
  (value.attended === null || typeof value.attended === 'boolean') &&
  'markedAt' in value &&
  typeof value.markedAt === 'string' &&
  'pressedBy' in value &&
  typeof value.pressedBy === 'string';

/** The valid marks of a stored text. */
export const parseMarks = (text: string | null): readonly QueuedMark[] => {
  try {
    const stored: unknown = text === null ? [] : JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isQueuedMark) : [];
  } catch {
    return [];
  }
};

let cached: { text: string | null; marks: readonly QueuedMark[] } = { text: null, marks: [] };

/** The queued marks, the oldest first; the same array until the queue changes. */
export const readQueue = (): readonly QueuedMark[] => {
  const text = stored.read();
  if (text !== cached.text) cached = { text, marks: parseMarks(text) };
  return cached.marks;
};

const save = (marks: readonly QueuedMark[]): void =>
  stored.write(marks.length === 0 ? null : JSON.stringify(marks));

export const enqueueMark = (mark: QueuedMark): void => save(appendMark(readQueue(), mark));

/** Removes a mark from the queue, unless its booking was marked again meanwhile. */
export const dequeueMark = ({ bookingId, markedAt }: QueuedMark): void =>
  save(readQueue().filter((mark) => mark.bookingId !== bookingId || mark.markedAt !== markedAt));

/** Calls back when the queue changes in this tab or another; returns a function that unsubscribes. */
export const subscribeToQueue = stored.subscribe;
