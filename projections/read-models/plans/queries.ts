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
  /** The latest price for those who have it already. */
  priceChange: { pricePence: number; effectiveFrom: string } | null;
  retiredAt: Date | null;
}

const SELECT = `
  SELECT id, name, price_pence AS "pricePence", passes, interval, priority, description, on_sale AS "onSale",
    place AS "order", retired_at AS "retiredAt",
    CASE WHEN proposed_at IS NOT NULL THEN
      json_build_object('pricePence', proposed_price_pence, 'effectiveFrom', proposed_from) END AS "priceChange"
  FROM membership_plans`;
const IN_ORDER = 'ORDER BY retired_at IS NOT NULL, place, id';

export interface HeldPlanRow extends PlanRow {
  /** How many run. */
  holders: number;
}

/** Every plan with its running memberships, the retired ones last. */
export async function readPlans(pool: pg.Pool): Promise<HeldPlanRow[]> {
  const { rows } = await pool.query<HeldPlanRow>({
    name: 'plans',
    text: `SELECT p.*, (SELECT count(*)::int FROM memberships m WHERE m.plan_id = p.id AND m.status <> 'ended') AS holders
      FROM (${SELECT}) p ORDER BY p."retiredAt" IS NOT NULL, p."order", p.id`,
  });
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
