import { PRIORITY_BOOKING_HOURS } from '#domain/setting/priority-booking.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { settings } from './tables.ts';

function project(event: StudioRecord, write: Writer): void {
  if (event.type !== 'SettingChanged') return;
  const { key, value, description, at } = event.data;
  // The first event of a setting's stream creates the row.
  if (event.revision === 0n) {
    write.put(settings, { key, value, description, created_at: at, updated_at: at });
  } else {
    write.patch(settings, { key }, { value, description, updated_at: at });
  }
  // Every class shows when booking opens.
  if (key === PRIORITY_BOOKING_HOURS) write.changed({ kind: 'classes', classId: null });
}

export const settingsProjection: Projection = { name: 'settings', version: 1, tables: [settings], project };
