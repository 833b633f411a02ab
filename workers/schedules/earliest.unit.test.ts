import { expect, it } from 'vitest';
import { earliest } from './earliest.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 4, 4, hour));

it('treats null as never', () => {
  expect(earliest([at(9), at(8)])).toEqual(at(8));
  expect(earliest([null, at(8)])).toEqual(at(8));
  expect(earliest([at(8), null])).toEqual(at(8));
  expect(earliest([null, null])).toBeNull();
});
