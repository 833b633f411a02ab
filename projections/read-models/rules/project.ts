import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { ruleChanges } from './tables.ts';

function project(event: StudioRecord, write: Writer): void {
  if (event.type !== 'RulesChanged') return;
  const { version, changes, at } = event.data;
  for (const { key, to } of changes) write.put(ruleChanges, { version, key, value: to, at });
  // Every page states rules.
  write.changed({ kind: 'rules' });
  // Every class shows when booking opens, and how many of its spots are free.
  write.changed({ kind: 'classes', classId: null });
}

export const rulesProjection: Projection = { name: 'rules', version: 2, tables: [ruleChanges], project };
