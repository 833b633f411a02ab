import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { addDaysToDay, toLondonDay } from '#domain/london-time.ts';
import { announcePriceChangeJob } from '#workers/jobs/announce-price-change/definition.ts';
import type { Cell } from '../cell.ts';
import type { Scenario } from '../scenario.ts';
import { subscribe } from './steps.ts';

const createBody = (cell: Cell) => ({
  name: `Plan ${cell.tag}`,
  pricePence: 12_000,
  passes: 8,
  interval: '4_weeks',
  priority: false,
  description: 'Eight classes',
  onSale: true,
  order: 5,
});
const planAnswer = z.object({ plan: z.object({ id: z.number() }) });
const addPlan = async (cell: Cell, changes: object = {}): Promise<number> => {
  const body = { ...createBody(cell), ...changes };
  const answer = await cell.request(cell.shared.admin, 'POST', '/api/admin/plans', body);
  return planAnswer.parse(answer).plan.id;
};

/** Commands about plans of membership. */
export const planScenarios: readonly Scenario[] = [
  {
    covers: ['plan/create-plan'],
    async prepare(cell) {
      const body = { ...createBody(cell), requestKey: randomUUID() };
      return () => cell.request(cell.shared.admin, 'POST', '/api/admin/plans', body);
    },
  },
  {
    covers: ['plan/change-plan'],
    async prepare(cell) {
      const path = `/api/admin/plans/${await addPlan(cell)}`;
      return () => cell.request(cell.shared.admin, 'PUT', path, { ...createBody(cell), pricePence: 13_000 });
    },
  },
  {
    covers: ['plan/retire-plan'],
    async prepare(cell) {
      const path = `/api/admin/plans/${await addPlan(cell)}`;
      return () => cell.request(cell.shared.admin, 'DELETE', path);
    },
  },
  {
    covers: ['plan/propose-price-change'],
    async prepare(cell) {
      const path = `/api/admin/plans/${await addPlan(cell)}/price-change`;
      const change = { pricePence: 14_000, effectiveFrom: addDaysToDay(toLondonDay(cell.studio.now()), 40) };
      return () => cell.request(cell.shared.admin, 'POST', path, change);
    },
  },
  {
    covers: ['membership/announce-price-change', 'membership/align-plan', 'job announce-price-change'],
    async prepare(cell) {
      const planId = await addPlan(cell, { pricePence: 12_000 });
      const ann = await cell.addMember('ann');
      const { id: membershipId } = await subscribe(cell, ann, planId);
      const effectiveFrom = addDaysToDay(toLondonDay(cell.studio.now()), 31);
      const change = { pricePence: 14_000, effectiveFrom };
      await cell.request(cell.shared.admin, 'POST', `/api/admin/plans/${planId}/price-change`, change);
      return () => cell.runJob(announcePriceChangeJob, { membershipId });
    },
  },
  {
    covers: ['membership/change-plan-at-renewal', 'membership/align-plan'],
    async prepare(cell) {
      const planId = await addPlan(cell);
      const ann = await cell.addMember('ann');
      const { id } = await subscribe(cell, ann);
      const request = { planId, when: 'renewal' };
      return () => cell.request(ann.token, 'POST', `/api/membership/${id}/plan`, request);
    },
  },
  {
    covers: ['membership/upgrade-plan'],
    async prepare(cell) {
      const planId = await addPlan(cell, { pricePence: 22_000, passes: 16, interval: 'month' });
      const ann = await cell.addMember('ann');
      const { id } = await subscribe(cell, ann);
      const request = { planId, when: 'now' };
      // Repeated after a crash, it finds the plan that was paid for.
      return () => cell.requestOrRefusal(ann.token, 'POST', `/api/membership/${id}/plan`, request);
    },
  },
];
