import { expect, it } from 'vitest';
import { readInEpoch } from './read-in-epoch.ts';

it('waits until the account has the epoch of the session', async () => {
  const rows = [
    { epoch: 1, password: 'old' },
    { epoch: 1, password: 'old' },
    { epoch: 2, password: 'new' },
  ];
  const read = () => Promise.resolve(rows.shift());
  expect(await readInEpoch(2, read)).toEqual({ epoch: 2, password: 'new' });
});

it('returns a later epoch, and a missing account, immediately', async () => {
  expect(await readInEpoch(2, () => Promise.resolve({ epoch: 3 }))).toEqual({ epoch: 3 });
  expect(await readInEpoch(2, () => Promise.resolve(undefined))).toBeUndefined();
});

it('answers 503 while the read model has an earlier epoch', async () => {
  const behind = readInEpoch(2, () => Promise.resolve({ epoch: 1 }), 60);
  await expect(behind).rejects.toMatchObject({ statusCode: 503 });
});
