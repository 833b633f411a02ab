import { expect, it } from 'vitest';
import {
  onPendingActionChange,
  readPendingAction,
  releasePendingAction,
  setPendingAction,
  takePendingAction,
} from './pending-action.ts';

const book = (classId: number) => ({ kind: 'book-class', classId }) as const;

it('gives a pending action once, to the feature that asked for it', () => {
  setPendingAction(book(7));
  releasePendingAction(1_000);
  expect(takePendingAction(book(8), 2_000)).toBe(false);
  expect(takePendingAction({ kind: 'join-waitlist', classId: 7 }, 2_000)).toBe(false);
  expect(takePendingAction(book(7), 2_000)).toBe(true);
  expect(takePendingAction(book(7), 2_000)).toBe(false);
});

it('drops it when the dialog is closed, and half a minute after the sign-in', () => {
  setPendingAction(book(7));
  setPendingAction(null);
  expect(takePendingAction(book(7), 0)).toBe(false);
  setPendingAction(book(7));
  releasePendingAction(1_000);
  expect(takePendingAction(book(7), 31_000)).toBe(false);
});

it('reports each change, so that a feature that was rendered before sees the action', () => {
  const seen: unknown[] = [];
  const stop = onPendingActionChange(() => seen.push(readPendingAction()));
  setPendingAction(book(7));
  takePendingAction(book(7), 0);
  stop();
  setPendingAction(book(8));
  expect(seen).toEqual([book(7), null]);
  setPendingAction(null);
});
