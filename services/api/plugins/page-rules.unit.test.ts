import { expect, it } from 'vitest';
import { defaultRuleValues } from '#domain/rules/rules.ts';
import type { RulesAnswer } from '#services/contract/rules.ts';
import { describePage } from './page-descriptions.ts';
import { createPageRules } from './page-rules.ts';

const answer = (version: number): RulesAnswer => ({
  version,
  effectiveFrom: null,
  rules: { ...defaultRuleValues, free_cancellation_hours: '6' },
});

it('serves the last known rules during an outage, and none before they were ever read', async () => {
  let read = () => Promise.reject<RulesAnswer>(new Error('Postgres is down'));
  const readPageRules = createPageRules(() => read());
  expect(await readPageRules()).toBeNull();
  read = () => Promise.resolve(answer(3));
  expect((await readPageRules())?.version).toBe(3);
  read = () => Promise.reject(new Error('Postgres is down'));
  expect((await readPageRules())?.version).toBe(3);
  read = () => new Promise(() => undefined);
  expect((await readPageRules())?.version).toBe(3);
});

it('puts the rules into the description of the page', () => {
  const studio = { name: 'Tideline', town: 'Seaford' };
  const describeWith = (hours: string) =>
    describePage('/book-classes', studio, { ...defaultRuleValues, free_cancellation_hours: hours });
  expect(describeWith('24')).toMatch(/ Free to cancel up to 24 hours before\.$/);
  expect(describeWith('0')).toMatch(/ Free to cancel until the class starts\.$/);
  expect(describePage('/book-classes', studio, undefined)).toMatch(/book with a pass\.$/);
  const membership = (hours: string) =>
    describePage('/membership', studio, { ...defaultRuleValues, priority_booking_hours: hours });
  expect(membership('12')).toContain('first choice of the timetable');
  expect(membership('0')).not.toContain('first choice');
});
