import { ruleKeys } from '#domain/rules/rule-keys.ts';
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
  if (event.type === 'RulesChanged') projectRules(event, write);
  if (event.type !== 'SettingChanged') return;
  const { key, value, description, at } = event.data;
  // The first event of a setting's stream creates the row.
  if (event.revision === 0n) {
    const id = event.position.toString();
    write.put(settings, { id, key, value, description, created_at: at, updated_at: at });
  } else {
    write.patch(settings, { key }, { value, description, updated_at: at });
  }
}

/** The first version of the rulebook has every rule, and creates their rows. */
function projectRules(
  { data, revision }: Extract<StudioRecord, { type: 'RulesChanged' }>,
  write: Writer,
): void {
  for (const { key, to: value, description } of data.changes) {
    if (revision === 0n) {
      const dates = { created_at: data.at, updated_at: data.at };
      // One event creates them all, and the id of any other setting is the position of its event.
      const id = String(-1 - ruleKeys.indexOf(key));
      write.put(settings, { id, key, value, description: description ?? '', ...dates });
    } else {
      const described = description === undefined ? {} : { description };
      write.patch(settings, { key }, { value, ...described, updated_at: data.at });
    }
  }
  write.changed({ kind: 'rules' });
}

export const settingsProjection: Projection = { name: 'settings', version: 5, tables: [settings], project };
