import { expect, test } from 'vitest';
import { createGiveWay, nextRest } from './give-way.ts';

const never = new AbortController().signal;
const after = (looks: number, fullness: number, rest = 0) =>
  Array.from({ length: looks }).reduce((last: number) => nextRest(last, fullness), rest);

test('jobs follow each other at once while there is time, and trickle while there is none', () => {
  expect(nextRest(0, 0.5)).toBe(0);
  expect(nextRest(0, 0.95)).toBe(2);
  expect(after(5, 0.95)).toBe(500);
  expect(after(50, 1)).toBe(500);
});

test('what just fits goes on as it is, and rests shorten to nothing when it grows quiet', () => {
  expect(nextRest(32, 0.75)).toBe(32);
  expect(nextRest(200, 0.1)).toBe(100);
  expect(after(7, 0.1, 200)).toBe(0);
});

/** Of a process that has been full for so long that rests are at their longest; and a clock that the test moves. */
function fullProcess() {
  let now = 0;
  const giveWay = createGiveWay({ fullness: () => 1, now: () => now });
  return {
    giveWay,
    moveOn: (ms: number) => {
      now += ms;
    },
    async fill() {
      for (let look = 0; look < 10; look += 1) {
        now += 1_000;
        await giveWay.turn(never);
      }
    },
  };
}

/** Whether it has resolved once all that was due at this moment is done. */
async function isOver(turn: Promise<void>): Promise<boolean> {
  let over = false;
  void turn.then(() => {
    over = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return over;
}

test('in a full process one job begins at once and the next only after its rest', async () => {
  const { giveWay, fill, moveOn } = fullProcess();
  await fill();
  moveOn(1_000);
  expect(await isOver(giveWay.turn(never))).toBe(true);
  const started = performance.now();
  const second = giveWay.turn(never);
  expect(await isOver(second)).toBe(false);
  await second;
  expect(performance.now() - started).toBeGreaterThan(150);
});

test('who closes, or waits for the jobs, ends every rest at once', async () => {
  const { giveWay, fill } = fullProcess();
  await fill();
  const closing = new AbortController();
  const held = giveWay.turn(closing.signal);
  expect(await isOver(held)).toBe(false);
  closing.abort();
  expect(await isOver(held)).toBe(true);
  expect(await isOver(giveWay.turn(closing.signal))).toBe(true);

  const resting = [giveWay.turn(never), giveWay.turn(never)];
  expect(await Promise.all(resting.map(isOver))).toEqual([false, false]);
  const enough = giveWay.hurry();
  expect(await Promise.all(resting.map(isOver))).toEqual([true, true]);
  for (let job = 0; job < 20; job += 1) expect(await isOver(giveWay.turn(never))).toBe(true);
  enough();
  // Those that hurried have used up no one's turn.
  expect(await isOver(giveWay.turn(never))).toBe(true);
  expect(await isOver(giveWay.turn(never))).toBe(false);
});
