/**
 * Marks that were pressed and that the studio has not heard of yet, the oldest first. They outlive the page in local
 * storage: a studio's walls are thick. Only numbers, no names, and who pressed them, since the log says who marked.
 */
const name = 'attendanceToSend';

export interface Press {
  readonly bookingId: number;
  /** null takes the mark off again. */
  readonly attended: boolean | null;
  /** When it was pressed, by the studio clock; UTC ISO. */
  readonly markedAt: string;
  /** Who pressed it: an account's id, or the role whose password is shared. It is sent in their session only. */
  readonly pressedBy: string;
}

/** A mark pressed anew goes to the end of the queue, in place of the one before it. */
export const withPress = (presses: readonly Press[], press: Press): Press[] => [
  ...presses.filter(({ bookingId }) => bookingId !== press.bookingId),
  press,
];

const isPress = (value: unknown): value is Press =>
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

/** What is stored, as far as it can be read. */
export const readPresses = (text: string | null): readonly Press[] => {
  try {
    const stored: unknown = text === null ? [] : JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isPress) : [];
  } catch {
    return [];
  }
};

const listeners = new Set<() => void>();
let memory: string | null = null;
let storageWorks = true;
let read: { text: string | null; presses: readonly Press[] } = { text: null, presses: [] };

const load = (): string | null => {
  if (!storageWorks) return memory;
  try {
    return localStorage.getItem(name);
  } catch {
    storageWorks = false;
    return memory;
  }
};

/** What waits to be sent; the same array until it changes. */
export const waitingPresses = (): readonly Press[] => {
  const text = load();
  if (text !== read.text) read = { text, presses: readPresses(text) };
  return read.presses;
};

const save = (presses: readonly Press[]): void => {
  memory = presses.length === 0 ? null : JSON.stringify(presses);
  try {
    if (memory === null) localStorage.removeItem(name);
    else localStorage.setItem(name, memory);
  } catch {
    storageWorks = false;
  }
  for (const listener of listeners) listener();
};

export const keepPress = (press: Press): void => save(withPress(waitingPresses(), press));

/** Takes a press off the queue, unless the same mark was pressed anew meanwhile. */
export const dropPress = ({ bookingId, markedAt }: Press): void =>
  save(waitingPresses().filter((each) => each.bookingId !== bookingId || each.markedAt !== markedAt));

/** Calls back when the queue changes, here or in another tab; answers how to stop. */
export const onPresses = (listener: () => void): (() => void) => {
  const fromAnotherTab = (event: StorageEvent) => {
    if (event.key === name || event.key === null) listener();
  };
  listeners.add(listener);
  globalThis.addEventListener?.('storage', fromAnotherTab);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.('storage', fromAnotherTab);
  };
};
