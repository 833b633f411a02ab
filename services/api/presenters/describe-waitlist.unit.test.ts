import { expect, it } from 'vitest';
import { defaultRules } from '#domain/rules/rules.ts';
import type { WaitlistHistoryRow } from '#projections/read-models/waitlist/queries.ts';
import { describeWaitlistEvents } from './describe-waitlist.ts';

const version = (number: number, at: string, offerMinutes: number) => ({
  rules: { ...defaultRules, version: number, offerMinutes, quietFrom: '00:00', quietUntil: '00:00' },
  at: new Date(at),
  position: BigInt(number),
  revision: BigInt(number - 1),
});
const rulebook = [version(1, '2026-05-01T00:00:00Z', 30), version(2, '2026-05-12T09:10:00Z', 60)];
const row = (what: WaitlistHistoryRow['what'], at: string, rulesVersion: number | null = null) => ({
  at: new Date(at),
  what,
  isMine: true,
  reason: null,
  rulesVersion,
});

it('names the rule of each event: of a lapse the rule of its offer, of an older event the rule of its time', () => {
  const events = describeWaitlistEvents(
    [
      row('lapsed', '2026-05-12T09:32:00Z'),
      row('announced', '2026-05-12T09:15:00Z'),
      row('offered', '2026-05-12T09:02:00Z', 1),
      row('joined', '2026-05-12T09:00:00Z'),
    ],
    rulebook,
  );
  expect(events.map(({ what, rule }) => [what, rule])).toEqual([
    ['lapsed', 'A free spot is kept for the person it is offered to for 30 minutes.'],
    ['announced', 'Under 2 hours before the class a free spot is announced to everyone in the line.'],
    ['offered', 'A free spot is kept for the person it is offered to for 30 minutes.'],
    ['joined', null],
  ]);
  const [later] = describeWaitlistEvents([row('offered', '2026-05-12T10:00:00Z')], rulebook);
  expect(later?.rule).toContain('for 60 minutes');
});
