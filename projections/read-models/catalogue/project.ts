import type { PassDetails } from '#domain/pass/events.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { classPasses } from './tables.ts';

function details(pass: PassDetails) {
  return {
    name: pass.name,
    classes: pass.classes,
    price: pass.pricePence,
    description: pass.description,
    is_active: pass.isActive,
    is_sign_up_only: pass.offer === 'sign_up',
    is_special_offer: pass.offer === 'special',
    is_popular: pass.isPopular,
    validity_unit: pass.validity.unit,
    validity_count: pass.validity.count,
    offer: pass.offer,
  };
}

function project(event: StudioRecord, write: Writer): void {
  switch (event.type) {
    case 'PassCreated': {
      const { passId, at } = event.data;
      write.put(classPasses, { id: passId, ...details(event.data), created_at: at, updated_at: at });
      break;
    }
    case 'PassChanged': {
      const { passId, at } = event.data;
      write.patch(classPasses, { id: passId }, { ...details(event.data), updated_at: at });
      break;
    }
    case 'PassRemoved':
      // Purchases store a snapshot of the pass.
      write.remove(classPasses, { id: event.data.passId });
      break;
    default:
      return;
  }
  write.changed({ kind: 'catalogue' });
}

export const catalogue: Projection = { name: 'catalogue', version: 2, tables: [classPasses], project };
