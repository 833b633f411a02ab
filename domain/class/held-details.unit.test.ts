import { expect, it } from 'vitest';
import { chooseHeldDetails } from './held-details.ts';

const at = (startsAt: string, instructorId: number) => ({ startsAt, instructorId });
const start = '2026-05-12T09:00:00.000Z';

it('follows every change before the start', () => {
  expect(chooseHeldDetails(null, at(start, 1), '2026-05-01T09:00:00.000Z')).toEqual(at(start, 1));
  const changed = chooseHeldDetails(at(start, 1), at(start, 2), '2026-05-12T08:59:59.999Z');
  expect(changed).toEqual(at(start, 2));
});

it('keeps what stood at the start when the class is changed from then on', () => {
  expect(chooseHeldDetails(at(start, 1), at(start, 2), start)).toEqual(at(start, 1));
  const earlier = at('2026-05-12T08:00:00.000Z', 2);
  expect(chooseHeldDetails(at(start, 1), earlier, '2026-05-13T09:00:00.000Z')).toEqual(at(start, 1));
});

it('follows a move to a time that is still to come, also after the start', () => {
  const later = at('2026-05-14T09:00:00.000Z', 2);
  expect(chooseHeldDetails(at(start, 1), later, '2026-05-13T09:00:00.000Z')).toEqual(later);
});
