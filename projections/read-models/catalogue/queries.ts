import type pg from 'pg';
import type { Validity } from '#domain/london-time.ts';
import type { Offer } from '#domain/pass/events.ts';

export interface ClassPassRow {
  id: number;
  name: string;
  classes: number;
  pricePence: number;
  description: string;
  isActive: boolean;
  isPopular: boolean;
  validityUnit: Validity['unit'];
  validityCount: number;
  offer: Offer | null;
}

const SELECT = `
  SELECT id, name, classes, price AS "pricePence", description, is_active AS "isActive", is_popular AS "isPopular",
    validity_unit AS "validityUnit", validity_count AS "validityCount", offer
  FROM class_passes`;

/** The whole catalogue, including inactive passes, in order of creation. */
export async function readClassPasses(pool: pg.Pool): Promise<ClassPassRow[]> {
  const { rows } = await pool.query<ClassPassRow>({ name: 'class-passes', text: `${SELECT} ORDER BY id` });
  return rows;
}

export interface SoldPassRow extends ClassPassRow {
  /** Number of purchases, at any price. */
  sold: number;
  /** Number of started payments that may still be paid. */
  openPayments: number;
}

/** The whole catalogue with its sales. */
export async function readClassPassesWithSales(pool: pg.Pool): Promise<SoldPassRow[]> {
  const { rows } = await pool.query<SoldPassRow>({
    name: 'sold-passes',
    text: `SELECT p.*, coalesce(s.sold, 0)::integer AS sold, coalesce(o.open, 0)::integer AS "openPayments"
      FROM (${SELECT}) p
      LEFT JOIN (SELECT pass_id, count(*) AS sold FROM pass_purchases GROUP BY pass_id) s ON s.pass_id = p.id
      LEFT JOIN (SELECT pass_id, count(*) AS open FROM payments
        WHERE state IN ('started', 'failed', 'paid') GROUP BY pass_id) o ON o.pass_id = p.id
      ORDER BY p.id`,
  });
  return rows;
}
