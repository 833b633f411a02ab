import { beforeEach, describe, expect, it } from 'vitest';
import {
  dropPress,
  keepPress,
  type Press,
  readPresses,
  waitingPresses,
  withPress,
} from './attendance-queue.ts';
import { sendPresses } from './send-queued-marks.ts';

const press = (bookingId: number, attended: boolean | null, minute = 0, pressedBy = 'ola'): Press => ({
  bookingId,
  attended,
  markedAt: `2026-05-12T09:0${minute}:00.000Z`,
  pressedBy,
});

beforeEach(() => {
  for (const each of waitingPresses()) dropPress(each);
});

it('keeps the last press of each, in the order of pressing', () => {
  expect(withPress([press(1, true), press(2, true)], press(1, false, 1))).toEqual([
    press(2, true),
    press(1, false, 1),
  ]);
});

it.each([null, 'nonsense', '{}', '[{"bookingId":"1"}]', '[null]'])('reads %s as nothing', (text) => {
  expect(readPresses(text)).toEqual([]);
});

describe('sending', () => {
  const offline = new Error('offline');
  const refusal = new Error('refused');
  const send = async (deliver: (press: Press) => Promise<void>, who = () => 'ola') => {
    const refused: number[] = [];
    await sendPresses({
      whoIsOnDuty: who,
      deliver,
      isFinal: (error) => error === refusal,
      onRefused: ({ bookingId }) => refused.push(bookingId),
    });
    return refused;
  };

  it('goes in order, stops where there is no way through, and goes on from there', async () => {
    const sent: number[] = [];
    for (const id of [1, 2, 3]) keepPress(press(id, true));
    let isOffline = true;
    const deliver = async ({ bookingId }: Press) => {
      if (bookingId === 2 && isOffline) throw offline;
      sent.push(bookingId);
    };
    await send(deliver);
    expect(sent).toEqual([1]);
    expect(waitingPresses().map(({ bookingId }) => bookingId)).toEqual([2, 3]);
    isOffline = false;
    await send(deliver);
    expect(sent).toEqual([1, 2, 3]);
    expect(waitingPresses()).toEqual([]);
  });

  it('leaves out what is refused for good', async () => {
    for (const id of [1, 2]) keepPress(press(id, true));
    const deliver = async ({ bookingId }: Press) => {
      if (bookingId === 1) throw refusal;
    };
    expect(await send(deliver)).toEqual([1]);
    expect(waitingPresses()).toEqual([]);
  });

  it("leaves what another pressed for the other's session, also when the session changes under way", async () => {
    const sent: string[] = [];
    let who = 'ola';
    for (const [id, by] of [
      [1, 'ola'],
      [2, 'ola'],
      [3, 'kim'],
    ] as const) {
      keepPress(press(id, true, 0, by));
    }
    const deliver = async ({ bookingId, pressedBy }: Press) => {
      sent.push(`${bookingId} by ${pressedBy} in the session of ${who}`);
      who = 'kim';
    };
    await send(deliver, () => who);
    expect(sent).toEqual(['1 by ola in the session of ola', '3 by kim in the session of kim']);
    expect(waitingPresses().map(({ bookingId }) => bookingId)).toEqual([2]);
    who = 'ola';
    await send(deliver, () => who);
    expect(waitingPresses()).toEqual([]);
  });

  it('sends what is pressed anew while the press before is under way', async () => {
    const sent: Press[] = [];
    keepPress(press(1, true));
    await send(async (each) => {
      if (sent.length === 0) keepPress(press(1, false, 1));
      sent.push(each);
    });
    expect(sent).toEqual([press(1, true), press(1, false, 1)]);
    expect(waitingPresses()).toEqual([]);
  });
});
