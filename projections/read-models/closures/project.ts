import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { closures } from './tables.ts';

function project(event: StudioRecord, write: Writer): void {
  switch (event.type) {
    case 'ClosureSet': {
      const { closureId, from, to, reason, at } = event.data;
      write.put(closures, { id: closureId, from_day: from, to_day: to, reason, set_at: at, lifted_at: null });
      break;
    }
    case 'ClosureLifted':
      write.patch(closures, { id: event.data.closureId }, { lifted_at: event.data.at });
      break;
    default:
      return;
  }
  write.changed({ kind: 'rules' });
}

export const closuresProjection: Projection = { name: 'closures', version: 1, tables: [closures], project };
