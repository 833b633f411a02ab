import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { monthClosings } from './tables.ts';

function project(event: StudioRecord, write: Writer): void {
  if (event.type !== 'MonthClosed') return;
  const { month, figures, throughPosition, at } = event.data;
  const { actor } = event.metadata;
  write.put(monthClosings, {
    month,
    figures,
    through_position: throughPosition,
    closed_at: at,
    closed_by: actor.kind === 'staff' ? (actor.staffId ?? null) : null,
    position: String(event.position),
  });
}

export const months: Projection = { name: 'months', version: 1, tables: [monthClosings], project };
