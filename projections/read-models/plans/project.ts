import type { PlanDetails } from '#domain/plan/events.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { membershipPlans } from './tables.ts';

const toColumns = ({
  name,
  pricePence,
  passes,
  interval,
  priority,
  description,
  onSale,
  order,
}: PlanDetails) => ({
  name,
  price_pence: pricePence,
  passes,
  interval,
  priority,
  description,
  on_sale: onSale,
  place: order,
});

function project(event: StudioRecord, write: Writer): void {
  switch (event.type) {
    case 'PlanCreated': {
      const { planId, at } = event.data;
      const times = { retired_at: null, created_at: at, updated_at: at };
      write.put(membershipPlans, { id: planId, ...toColumns(event.data), ...times });
      break;
    }
    case 'PlanChanged': {
      const { planId, at } = event.data;
      write.patch(membershipPlans, { id: planId }, { ...toColumns(event.data), updated_at: at });
      break;
    }
    case 'PlanPriceChangeProposed': {
      const { planId, pricePence, effectiveFrom, at } = event.data;
      const proposal = { proposed_price_pence: pricePence, proposed_from: effectiveFrom, proposed_at: at };
      write.patch(membershipPlans, { id: planId }, { ...proposal, updated_at: at });
      break;
    }
    case 'PlanRetired': {
      const { planId, at } = event.data;
      write.patch(membershipPlans, { id: planId }, { on_sale: false, retired_at: at, updated_at: at });
      break;
    }
    default:
      return;
  }
  write.changed({ kind: 'catalogue' });
}

export const plans: Projection = { name: 'plans', version: 2, tables: [membershipPlans], project };
