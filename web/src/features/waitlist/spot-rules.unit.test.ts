import { expect, it } from 'vitest';
import { defaultRules } from '#services/contract/rulebook.ts';
import { listSpotRules } from './spot-rules.ts';

it('states what happens when a spot comes free', () => {
  expect(listSpotRules(defaultRules)).toEqual([
    'More than 26 hours before the class, the first in line is booked at once, and told.',
    'From then on it is kept for the first in line for 30 minutes, and you choose. Between 21:00 and 07:00 we let you sleep.',
    'In the last 2 hours everyone waiting is told: first come, first served.',
  ]);
  const [booked, offered, announced] = listSpotRules({
    ...defaultRules,
    freeCancellationHours: 36,
    offerMinutes: 5,
    broadcastUnderHours: 1,
    quietFrom: '07:00',
  });
  expect(booked).toContain('More than 36 hours');
  expect(offered).toBe('From then on it is kept for the first in line for 5 minutes, and you choose.');
  expect(announced).toContain('In the last hour everyone');
  expect(listSpotRules({ ...defaultRules, broadcastUnderHours: 0 })).toHaveLength(2);
});
