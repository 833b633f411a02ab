import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { settingVersions } from './tables.ts';

function project(event: StudioRecord, write: Writer): void {
  const position = String(event.position);
  if (event.type === 'SettingChanged') {
    const { key, value, at } = event.data;
    write.put(settingVersions, { key, position, value, at });
  }
  if (event.type === 'RulesChanged') {
    const { changes, at } = event.data;
    for (const { key, to } of changes) write.put(settingVersions, { key, position, value: to, at });
  }
}

export const settingHistory: Projection = {
  name: 'setting-history',
  version: 2,
  tables: [settingVersions],
  project,
};
