import { defineTable } from '#projections/definition/table.ts';

export const weeklyTemplates = defineTable({
  name: 'weekly_templates',
  columns: {
    id: 'integer',
    name: 'text',
    description: 'text',
    is_active: 'boolean',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  key: ['id'],
  defaults: { is_active: true },
});

export const templateClasses = defineTable({
  name: 'template_classes',
  columns: {
    id: 'integer',
    template_id: 'integer',
    /** 0 is Sunday. */
    day_of_week: 'integer',
    /** The level. */
    name: 'text',
    /** London wall time. */
    time: 'text',
    instructor_id: 'integer',
    max_capacity: 'integer',
    created_at: 'timestamptz',
  },
  key: ['id'],
  defaults: { max_capacity: 7 },
  indexes: ['(template_id)'],
});

/** The weeks that each template was applied to. */
export const templateApplications = defineTable({
  name: 'template_applications',
  columns: {
    template_id: 'integer',
    /** A Monday. */
    week_start: 'text',
    applied_at: 'timestamptz',
  },
  key: ['template_id', 'week_start'],
});
