import { type ReactNode, useState } from 'react';
import { type AdminSetting, settingRules } from '#services/contract/settings.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { describeSettingError, toFieldText, toSettingValue } from './format-setting.ts';
import { SettingField } from './setting-field.tsx';

type SettingFormProps = {
  setting: AdminSetting;
  /** Saves a value that differs from the one `seen`; `onSaved` drops what was typed. */
  onSave: (edit: { value: string; seen: string; onSaved: () => void }) => Promise<void>;
  /** Dialogs of saving. */
  children: ReactNode;
};

/** The form of one setting. It keeps what is typed until it is saved, or the other one's value is taken. */
export function SettingForm({ setting: { key, value }, onSave, children }: SettingFormProps) {
  const rule = settingRules[key];
  const [draft, setDraft] = useState<string | null>(null);
  // The value that the draft began with: it may be read again under it.
  const [seen, setSeen] = useState(value);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const text = draft ?? toFieldText(key, value);
  const newValue = toSettingValue(key, text);
  useUnsavedChanges(newValue !== value, busy);

  const edit = (edited: string) => {
    if (draft === null) setSeen(value);
    setDraft(edited);
    setError(undefined);
  };
  const save = async () => {
    setBusy(true);
    try {
      await onSave({ value: newValue, seen, onSaved: () => setDraft(null) });
    } catch (cause) {
      const { text: reason, isInvalid } = describeSettingError(key, cause);
      if (!isInvalid) toast(staffMessages.settingFailed);
      setError(reason);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (newValue !== value) void save();
      }}
      className="flex items-start gap-3"
    >
      <div className="min-w-0 grow">
        <SettingField settingKey={key} text={text} error={error} onEdit={edit} />
      </div>
      <Button
        type="submit"
        variant="secondary"
        busy={busy}
        disabled={newValue === value}
        aria-label={`${busy ? 'Saving...' : 'Save'} ${rule.title}`}
        className="mt-[1.975rem] min-h-12"
      >
        {busy ? 'Saving...' : 'Save'}
      </Button>
      {children}
    </form>
  );
}
