import { expect, it, onTestFinished } from 'vitest';
import { freshDatabase } from '#tools/testing/shared-postgres.ts';
import {
  markReactorPosition,
  moveReactorPosition,
  readReactorPosition,
  rewindReactors,
} from './reactor-position.ts';

async function openMarked() {
  const { pool, drop } = await freshDatabase();
  onTestFinished(drop);
  await markReactorPosition(pool, null);
  return pool;
}

it('moves from the version that was read, once', async () => {
  const pool = await openMarked();
  const { position, version } = await readReactorPosition(pool);
  expect([position, version]).toEqual([null, null]);
  const moved = await moveReactorPosition(pool, version, 7n);
  expect(moved).not.toBeNull();
  expect(await readReactorPosition(pool)).toEqual({ position: 7n, version: moved, isMarked: true });
  expect(await moveReactorPosition(pool, version, 8n)).toBeNull();
  expect(await moveReactorPosition(pool, moved, 8n)).not.toBeNull();
  expect((await readReactorPosition(pool)).position).toBe(8n);
});

it.each([
  { when: 'before the first move', moves: 0 },
  { when: 'at the position of the mark already', moves: 0, rewinds: 1 },
  { when: 'after a move', moves: 1 },
])(
  'is not moved by a batch that began before the reactors were set back, $when',
  async ({ moves, rewinds = 0 }) => {
    const pool = await openMarked();
    for (let done = 0; done < rewinds; done += 1) await rewindReactors(pool);
    for (let done = 0; done < moves; done += 1)
      await moveReactorPosition(pool, (await readReactorPosition(pool)).version, 3n);
    const { version } = await readReactorPosition(pool);
    expect(await rewindReactors(pool)).toBe(true);
    expect(await moveReactorPosition(pool, version, 9n)).toBeNull();
    const setBack = await readReactorPosition(pool);
    expect(setBack.position).toBeNull();
    expect(await moveReactorPosition(pool, setBack.version, 9n)).not.toBeNull();
  },
);
