import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { settingVersions } from './tables.ts';

function project(event: StudioRecord, write: Writer): void {
  if (event.type !== 'SettingChanged') return;
  const { key, value, at } = event.data;
  write.put(settingVersions, { key, revision: String(event.revision), value, at });
}

export const settingHistory: Projection = {
  name: 'setting-history',
  version: 1,
  tables: [settingVersions],
  project,
};
