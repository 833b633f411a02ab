import type pg from 'pg';

export interface TemplateRow {
  id: number;
  name: string;
  description: string;
  isActive: boolean;
  createdAt: Date;
  classCount: number;
  /** The Monday of the latest week that it was applied to. */
  lastAppliedTo: string | null;
}

const TEMPLATE = `
  SELECT t.id, t.name, t.description, t.is_active AS "isActive", t.created_at AS "createdAt",
    (SELECT count(*)::int FROM template_classes c WHERE c.template_id = t.id) AS "classCount",
    (SELECT max(a.week_start) FROM template_applications a WHERE a.template_id = t.id) AS "lastAppliedTo"
  FROM weekly_templates t`;

/** Every template, the oldest first. */
export async function readTemplates(pool: pg.Pool): Promise<TemplateRow[]> {
  const { rows } = await pool.query<TemplateRow>({
    name: 'weekly-templates',
    text: `${TEMPLATE} ORDER BY t.id`,
  });
  return rows;
}

export async function readTemplateById(pool: pg.Pool, id: number): Promise<TemplateRow | undefined> {
  const { rows } = await pool.query<TemplateRow>({
    name: 'template-by-id',
    text: `${TEMPLATE} WHERE t.id = $1`,
    values: [id],
  });
  return rows[0];
}

export interface TemplateClassRow {
  id: number;
  templateId: number;
  /** 0 is Sunday. */
  dayOfWeek: number;
  /** The level. */
  name: string;
  time: string;
  instructorId: number;
  /** Empty for an unknown instructor. */
  instructorName: string;
  hasInstructorLeft: boolean;
  maxCapacity: number;
}

const TEMPLATE_CLASS = `
  SELECT c.id, c.template_id AS "templateId", c.day_of_week AS "dayOfWeek", c.name, c.time,
    c.instructor_id AS "instructorId", coalesce(i.name, '') AS "instructorName",
    coalesce(i.is_removed, true) AS "hasInstructorLeft", c.max_capacity AS "maxCapacity"
  FROM template_classes c LEFT JOIN instructors i ON i.id = c.instructor_id`;

/** The classes of a template in the order of the week, Monday first. */
export async function readTemplateClasses(pool: pg.Pool, templateId: number): Promise<TemplateClassRow[]> {
  const { rows } = await pool.query<TemplateClassRow>({
    name: 'template-classes-of',
    text: `${TEMPLATE_CLASS} WHERE c.template_id = $1 ORDER BY (c.day_of_week + 6) % 7, c.time, c.id`,
    values: [templateId],
  });
  return rows;
}

export async function readTemplateClassById(
  pool: pg.Pool,
  id: number,
): Promise<TemplateClassRow | undefined> {
  const { rows } = await pool.query<TemplateClassRow>({
    name: 'template-class-by-id',
    text: `${TEMPLATE_CLASS} WHERE c.id = $1`,
    values: [id],
  });
  return rows[0];
}
