import { beforeEach, describe, expect, it } from 'vitest';
import {
  appendMark,
  dequeueMark,
  enqueueMark,
  parseMarks,
  type QueuedMark,
  readQueue,
} from './attendance-queue.ts';
import { sendQueuedMarks } from './send-queued-marks.ts';

const createMark = (
  bookingId: number,
  attended: boolean | null,
  minute = 0,
  pressedBy = 'ola',
): QueuedMark => ({
  bookingId,
  attended,
  markedAt: `2026-05-12T09:0${minute}:00.000Z`,
  pressedBy,
});

beforeEach(() => {
  for (const mark of readQueue()) dequeueMark(mark);
});

it('keeps the last mark of each booking, in the order of pressing', () => {
  expect(appendMark([createMark(1, true), createMark(2, true)], createMark(1, false, 1))).toEqual([
    createMark(2, true),
    createMark(1, false, 1),
  ]);
});

it.each([null, 'nonsense', '{}', '[{"bookingId":"1"}]', '[null]'])('parses %s as an empty queue', (text) => {
  expect(parseMarks(text)).toEqual([]);
});

describe('sendQueuedMarks', () => {
  const disconnect = new Error('offline');
  const refusal = new Error('refused');
  const sendAll = async (send: (mark: QueuedMark) => Promise<void>, readIdentity = () => 'ola') => {
    const refused: number[] = [];
    await sendQueuedMarks({
      readIdentity,
      send,
      isFinal: (error) => error === refusal,
      onRefused: ({ bookingId }) => refused.push(bookingId),
    });
    return refused;
  };

  it('sends in order, stops at a failure, and continues there at the next call', async () => {
    const sent: number[] = [];
    for (const id of [1, 2, 3]) enqueueMark(createMark(id, true));
    let isOffline = true;
    const send = async ({ bookingId }: QueuedMark) => {
      if (bookingId === 2 && isOffline) throw disconnect;
      sent.push(bookingId);
    };
    await sendAll(send);
    expect(sent).toEqual([1]);
    expect(readQueue().map(({ bookingId }) => bookingId)).toEqual([2, 3]);
    isOffline = false;
    await sendAll(send);
    expect(sent).toEqual([1, 2, 3]);
    expect(readQueue()).toEqual([]);
  });

  it('drops a mark that is refused for good', async () => {
    for (const id of [1, 2]) enqueueMark(createMark(id, true));
    const send = async ({ bookingId }: QueuedMark) => {
      if (bookingId === 1) throw refusal;
    };
    expect(await sendAll(send)).toEqual([1]);
    expect(readQueue()).toEqual([]);
  });

  it('keeps queued marks of another session, also when the session changes while it sends', async () => {
    const sent: string[] = [];
    let identity = 'ola';
    for (const [id, by] of [
      [1, 'ola'],
      [2, 'ola'],
      [3, 'kim'],
    ] as const) {
      enqueueMark(createMark(id, true, 0, by));
    }
    const send = async ({ bookingId, pressedBy }: QueuedMark) => {
      sent.push(`${bookingId} by ${pressedBy} in the session of ${identity}`);
      identity = 'kim';
    };
    await sendAll(send, () => identity);
    expect(sent).toEqual(['1 by ola in the session of ola', '3 by kim in the session of kim']);
    expect(readQueue().map(({ bookingId }) => bookingId)).toEqual([2]);
    identity = 'ola';
    await sendAll(send, () => identity);
    expect(readQueue()).toEqual([]);
  });

  it('sends a mark that replaces the one being sent', async () => {
    const sent: QueuedMark[] = [];
    enqueueMark(createMark(1, true));
    await sendAll(async (mark) => {
      if (sent.length === 0) enqueueMark(createMark(1, false, 1));
      sent.push(mark);
    });
    expect(sent).toEqual([createMark(1, true), createMark(1, false, 1)]);
    expect(readQueue()).toEqual([]);
  });
});
