import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Cell } from '../cell.ts';
import type { Scenario } from '../scenario.ts';

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
const addPlan = async (cell: Cell) =>
  planAnswer.parse(await cell.request(cell.shared.admin, 'POST', '/api/admin/plans', createBody(cell))).plan
    .id;

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
];
