import { SHARED_PASSWORDS } from '#domain/setting/shared-passwords.ts';
import type { SettingRow } from '#projections/read-models/settings/queries.ts';
import type { SettingChange } from '#services/audit/history/setting-history.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import {
  type AdminSetting,
  type SettingHistoryAnswer,
  type SettingKey,
  settingRules,
} from '#services/contract/settings.ts';
import { describeActorForStaff } from './describe-actor.ts';
import { noEffects } from './describe-class-effects.ts';

/** A setting, with its default until it is set for the first time. */
export function describeSetting(
  key: SettingKey,
  row: (SettingRow & { readonly updatedAt: Date }) | undefined,
): AdminSetting {
  const rule = settingRules[key];
  const about = 'about' in rule ? rule.about : '';
  return {
    key,
    value: row?.value ?? rule.default,
    description: row?.description || about,
    updatedAt: row?.updatedAt.toISOString() ?? null,
  };
}

/** A change of a setting's value, for staff; `names` are those of staff accounts by id. */
export const describeSettingChange = (
  { at, actor, from, to }: SettingChange,
  names: ReadonlyMap<string, string>,
): SettingHistoryAnswer['changes'][number] => ({ at, by: describeActorForStaff(actor, names), from, to });

/** What a setting's new value does. */
export const describeSettingEffects = ({ key, value }: { key: SettingKey; value: string }): Effects => ({
  ...noEffects,
  summary: [
    ...(key === SHARED_PASSWORDS && value === 'off'
      ? ['Everyone who came in by a shared password is signed out.']
      : []),
    'It holds from now on.',
  ],
});
