import { beforeEach, expect, it } from 'vitest';
import { RecentChanges } from './recent-changes.ts';

let nowMs: number;
let recent: RecentChanges;
beforeEach(() => {
  nowMs = 0;
  recent = new RecentChanges(() => nowMs);
});

it('has nothing for a page before the first change', () => {
  expect(recent.readFor(undefined)).toBeNull();
});

it('merges public changes with those of the page’s own member', () => {
  recent.add({ topics: ['classes'], dates: ['2026-05-13'] }, undefined);
  recent.add({ topics: ['wallet'] }, 'ann');
  recent.add({ topics: ['bookings'] }, 'bob');
  recent.add({ topics: ['people'], memberIds: ['ann', 'bob'] }, null);
  recent.add({ topics: ['catalogue', 'classes'], dates: ['2026-05-12', '2026-05-13'] }, undefined);
  const dates = ['2026-05-12', '2026-05-13'];
  expect(recent.readFor(undefined)).toEqual({ topics: ['classes', 'catalogue'], dates });
  expect(recent.readFor('ann')).toEqual({ topics: ['classes', 'catalogue', 'wallet'], dates });
  expect(recent.readFor(null)).toEqual({
    topics: ['classes', 'catalogue', 'people'],
    dates,
    memberIds: ['ann', 'bob'],
  });
});

it('keeps a change of any day, or of any member, as such', () => {
  recent.add({ topics: ['classes'], dates: ['2026-05-13'] }, undefined);
  recent.add({ topics: ['classes', 'people'] }, undefined);
  recent.add({ topics: ['people'], memberIds: ['ann'] }, null);
  expect(recent.readFor(null)).toEqual({ topics: ['classes', 'people'] });
});

it('names no members when there are very many', () => {
  for (let member = 0; member <= 200; member += 1)
    recent.add({ topics: ['people'], memberIds: [`m${member}`] }, null);
  expect(recent.readFor(null)).toEqual({ topics: ['people'] });
});

it('forgets a change after ten seconds', () => {
  recent.add({ topics: ['catalogue'] }, undefined);
  nowMs = 6_000;
  recent.add({ topics: ['rules'] }, undefined);
  nowMs = 10_001;
  expect(recent.readFor(undefined)).toEqual({ topics: ['rules'] });
  nowMs = 30_000;
  expect(recent.readFor(undefined)).toBeNull();
  recent.add({ topics: ['wallet'] }, 'ann');
  expect(recent.readFor('ann')).toEqual({ topics: ['wallet'] });
});
