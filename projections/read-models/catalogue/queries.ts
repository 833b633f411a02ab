import type pg from 'pg';
import type { Validity } from '../../../services/domain/pass/events.ts';
import type { Offer } from '../../../services/domain/wallet/events.ts';

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

/** The whole catalogue, passes off sale too, in the order they were made. */
export async function classPasses(pool: pg.Pool): Promise<ClassPassRow[]> {
  const { rows } = await pool.query<ClassPassRow>({ name: 'class-passes', text: `${SELECT} ORDER BY id` });
  return rows;
}
