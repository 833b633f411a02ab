import { defineTable } from '#projections/definition/table.ts';

export const classPasses = defineTable({
  name: 'class_passes',
  columns: {
    id: 'integer',
    name: 'text',
    classes: 'integer',
    /** Pence. */
    price: 'integer',
    description: 'text',
    is_active: 'boolean',
    is_sign_up_only: 'boolean',
    is_special_offer: 'boolean',
    is_popular: 'boolean',
    validity_unit: 'text',
    validity_count: 'integer',
    offer: 'text null',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  key: ['id'],
  defaults: { is_active: true, is_sign_up_only: false, is_popular: false },
});
