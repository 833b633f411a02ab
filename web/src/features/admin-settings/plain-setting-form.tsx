import { useSWRConfig } from 'swr';
import { type AdminSetting, settingRules } from '#services/contract/settings.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { availabilityKey } from '../membership/api/use-membership-availability.ts';
import { formatSettingValue } from './format-setting.ts';
import { SettingForm } from './setting-form.tsx';
import { getHistoryPath, settingsPath } from './use-settings.ts';

/** A setting that is no rule: it is saved immediately. */
export function PlainSettingForm({ setting }: { setting: AdminSetting }) {
  const { key } = setting;
  const { title } = settingRules[key];
  const { mutate } = useSWRConfig();
  const { send, question } = useSeenEdit({
    value: { label: title, format: (shown) => formatSettingValue(key, String(shown)) },
  });
  return (
    <SettingForm
      setting={setting}
      onSave={async ({ value, seen, onSaved }) => {
        const call = { path: settingsPath, method: 'POST', body: { key, value } } as const;
        const answer = await send(call, { value: seen }, onSaved);
        if (answer === null) return;
        toast(staffMessages.settingSaved(`${title}: ${formatSettingValue(key, value)}.`));
        await Promise.all([mutate(settingsPath), mutate(getHistoryPath(key)), mutate(availabilityKey)]);
        onSaved();
      }}
    >
      {question}
    </SettingForm>
  );
}
