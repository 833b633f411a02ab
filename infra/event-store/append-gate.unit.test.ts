import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AppendGate } from './append-gate.ts';

function crowd(gate: AppendGate, count: number, bytes: number) {
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const all = Promise.all(
    Array.from({ length: count }, (_, index) =>
      gate.run(bytes, () => {
        started.push(index);
        return new Promise<void>((resolve) => finish.push(resolve));
      }),
    ),
  );
  return { started, finish, all };
}

test('lets so many be under way, and the others in order as those are done', async () => {
  const { started, finish, all } = crowd(new AppendGate(15), 40, 10);
  await nextTurn();
  expect(started).toHaveLength(15);
  for (let done = 0; done < 40; done += 1) {
    finish[done]?.();
    await nextTurn();
  }
  await all;
  expect(started).toEqual(Array.from({ length: 40 }, (_, index) => index));
});

test('holds at most so many bytes in flight, but lets a large one through alone', async () => {
  const gate = new AppendGate(256, 100);
  const { started, finish, all } = crowd(gate, 3, 60);
  const large = gate.run(1_000, async () => started.push(99));
  await nextTurn();
  expect(started).toEqual([0]);
  for (let done = 0; done < 3; done += 1) {
    finish[done]?.();
    await nextTurn();
    await nextTurn();
  }
  await Promise.all([all, large]);
  expect(started).toEqual([0, 1, 2, 99]);
});

test('a failed one makes room', async () => {
  const gate = new AppendGate(1);
  const failed = gate.run(1, () => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  await expect(gate.run(1, async () => 'yes')).resolves.toBe('yes');
});
