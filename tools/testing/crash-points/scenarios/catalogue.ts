import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { closeMonth } from '#services/commands/accounting/close-month.ts';
import { changeSetting } from '#services/commands/setting/change-setting.ts';
import type { Cell } from '../cell.ts';
import type { Scenario } from '../scenario.ts';

const product = (cell: Cell) => ({
  name: `Pass ${cell.tag}`,
  classes: 8,
  price: 16_000,
  description: 'Eight classes',
  isActive: true,
  isSignUpOnly: false,
  isPopular: false,
  validity: { unit: 'months', count: 2 },
});
const passAnswer = z.object({ classPass: z.object({ id: z.number() }) });
const addProduct = async (cell: Cell) =>
  passAnswer.parse(await cell.request(cell.shared.admin, 'POST', '/api/admin/class-passes', product(cell)))
    .classPass.id;

let months = 0;
/** Returns a month of the distant past that no other cell uses. */
function takeMonth(): string {
  months += 1;
  return `${1000 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** Commands about passes, settings and accounts. */
export const catalogueScenarios: readonly Scenario[] = [
  {
    covers: ['catalogue/create-pass'],
    async prepare(cell) {
      const body = { ...product(cell), requestKey: randomUUID() };
      return () => cell.request(cell.shared.admin, 'POST', '/api/admin/class-passes', body);
    },
  },
  {
    covers: ['catalogue/change-pass'],
    async prepare(cell) {
      const id = await addProduct(cell);
      return () =>
        cell.request(cell.shared.admin, 'PUT', `/api/admin/class-passes/${id}`, {
          ...product(cell),
          price: 15_000,
        });
    },
  },
  {
    covers: ['catalogue/remove-pass'],
    async prepare(cell) {
      const id = await addProduct(cell);
      return () => cell.requestOrRefusal(cell.shared.admin, 'DELETE', `/api/admin/class-passes/${id}`);
    },
  },
  {
    // Each cell has a setting of its own, which the API would refuse.
    covers: ['setting/change-setting'],
    prepare: async (cell) => {
      const setting = { key: cell.tag, value: 'on', description: 'A setting' };
      return () => changeSetting(cell.studio.crashable, setting, cell.context());
    },
  },
  {
    covers: ['accounting/close-month'],
    prepare: async (cell) => {
      const month = takeMonth();
      cell.streams.add(`month-${month}`);
      const books = { month, figures: '{}', throughPosition: '0' };
      return () => closeMonth(cell.studio.crashable, books, cell.context());
    },
  },
  {
    covers: ['wallet/adjust-passes'],
    case: 'giving',
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const gift = { passes: 2, reason: 'Paid in cash', requestKey: randomUUID() };
      return () => cell.request(cell.shared.admin, 'POST', `/api/admin/members/${ann.id}/add-passes`, gift);
    },
  },
  {
    covers: ['wallet/adjust-passes'],
    case: 'taking',
    async prepare(cell) {
      const ann = await cell.addMember('ann', 5);
      const slip = { passes: 2, reason: 'Added by mistake', requestKey: randomUUID() };
      return () =>
        cell.request(cell.shared.admin, 'POST', `/api/admin/members/${ann.id}/remove-passes`, slip);
    },
  },
];
