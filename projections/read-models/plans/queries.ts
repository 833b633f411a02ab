import type pg from 'pg';
import type { PlanInterval } from '#domain/plan/events.ts';

export interface PlanRow {
  id: number;
  name: string;
  pricePence: number;
  passes: number;
  interval: PlanInterval;
  priority: boolean;
  description: string;
  onSale: boolean;
  order: number;
  retiredAt: Date | null;
}

const SELECT = `
  SELECT id, name, price_pence AS "pricePence", passes, interval, priority, description, on_sale AS "onSale",
    place AS "order", retired_at AS "retiredAt"
  FROM membership_plans`;
const IN_ORDER = 'ORDER BY retired_at IS NOT NULL, place, id';

/** Every plan, the retired ones last. */
export async function readPlans(pool: pg.Pool): Promise<PlanRow[]> {
  const { rows } = await pool.query<PlanRow>({ name: 'plans', text: `${SELECT} ${IN_ORDER}` });
  return rows;
}

/** The plans that can be started, the first on sale first. */
export async function readPlansOnSale(pool: pg.Pool): Promise<PlanRow[]> {
  const { rows } = await pool.query<PlanRow>({
    name: 'plans-on-sale',
    text: `${SELECT} WHERE on_sale AND retired_at IS NULL ${IN_ORDER}`,
  });
  return rows;
}
