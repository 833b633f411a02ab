import { PRIORITY_BOOKING_HOURS } from '#domain/setting/priority-booking.ts';
import { SHARED_PASSWORDS } from '#domain/setting/shared-passwords.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { settings } from './tables.ts';

function project(event: StudioRecord, write: Writer): void {
  if (event.type === 'AdminReleased') {
    // This may be the first event of the stream, and a setting's first event creates the row.
    const { at } = event.data;
    if (event.revision === 0n)
      write.put(settings, {
        id: event.position.toString(),
        key: SHARED_PASSWORDS,
        value: 'on',
        description: '',
        created_at: at,
        updated_at: at,
      });
    return;
  }
  if (event.type !== 'SettingChanged') return;
  const { key, value, description, at } = event.data;
  // The first event of a setting's stream creates the row.
  if (event.revision === 0n) {
    const id = event.position.toString();
    write.put(settings, { id, key, value, description, created_at: at, updated_at: at });
  } else {
    write.patch(settings, { key }, { value, description, updated_at: at });
  }
  // Every class shows when booking opens.
  if (key === PRIORITY_BOOKING_HOURS) write.changed({ kind: 'classes', classId: null });
}

export const settingsProjection: Projection = { name: 'settings', version: 3, tables: [settings], project };
