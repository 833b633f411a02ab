import { History } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useSWRConfig } from 'swr';
import { type AdminSetting, settingRules } from '#services/contract/settings.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError, getServerMessage } from '#web/lib/api-error.ts';
import { formatDate } from '#web/lib/london-time.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { availabilityKey } from '../membership/api/use-membership-availability.ts';
import { formatSettingRange, formatSettingValue, toFieldText, toSettingValue } from './format-setting.ts';
import { SettingHistory } from './setting-history.tsx';
import { getHistoryPath, settingsPath } from './use-settings.ts';

const unitNames = {
  minutes: 'Minutes',
  hours: 'Hours',
  days: 'Days',
  months: 'Months',
  years: 'Years',
  pence: 'Pounds',
} as const;

function SettingForm({ setting: { key, value } }: { setting: AdminSetting }) {
  const rule = settingRules[key];
  const isMoney = rule.kind === 'number' && rule.unit === 'pence';
  const { mutate } = useSWRConfig();
  const [draft, setDraft] = useState<string | null>(null);
  // The value that the draft began with: it may be read again under it.
  const [seenValue, setSeenValue] = useState(value);
  const { send, question } = useSeenEdit({
    value: { label: rule.title, format: (shown) => formatSettingValue(key, String(shown)) },
  });
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const text = draft ?? toFieldText(key, value);
  const newValue = toSettingValue(key, text);
  useUnsavedChanges(newValue !== value, busy);

  const edit = (edited: string) => {
    if (draft === null) setSeenValue(value);
    setDraft(edited);
    setError(undefined);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const body = { key, value: newValue };
      const call = { path: settingsPath, method: 'POST', body } as const;
      const answer = await send(call, { value: seenValue }, () => setDraft(null));
      if (answer === null) return;
      toast(staffMessages.settingSaved(`${rule.title}: ${formatSettingValue(key, newValue)}.`));
      await Promise.all([mutate(settingsPath), mutate(getHistoryPath(key)), mutate(availabilityKey)]);
      setDraft(null);
    } catch (cause) {
      const issue = cause instanceof ApiError ? cause.issues[0] : undefined;
      const problem = isMoney ? 'Use an amount such as 30.00' : issue?.message;
      if (issue) setError(`${problem}. ${formatSettingRange(key)}`);
      else {
        toast(staffMessages.settingFailed);
        setError(getServerMessage(cause, '') || undefined);
      }
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex items-start gap-3">
      <div className="min-w-0 grow">
        <Field
          label={
            <>
              <span className="sr-only">{rule.title}, </span>
              {rule.kind === 'number' ? unitNames[rule.unit] : rule.kind === 'time' ? 'Time' : 'Now'}
            </>
          }
          error={error}
        >
          {(control) =>
            rule.kind === 'choice' ? (
              <Select {...control} value={text} onChange={(event) => edit(event.target.value)}>
                {rule.choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {choice}
                  </option>
                ))}
              </Select>
            ) : (
              <Input
                {...control}
                value={text}
                onChange={(event) => edit(event.target.value)}
                inputMode={isMoney ? 'decimal' : 'numeric'}
                autoComplete="off"
                className="text-right tabular-nums"
              />
            )
          }
        </Field>
      </div>
      <Button
        type="submit"
        variant="secondary"
        busy={busy}
        disabled={newValue === value}
        aria-label={`Save ${rule.title}`}
        className="mt-[1.975rem] min-h-12"
      >
        {busy ? 'Saving...' : 'Save'}
      </Button>
      {question}
    </form>
  );
}

/** A setting with its description, its form and its history. */
export function SettingCard({ setting }: { setting: AdminSetting }) {
  const { key, description, updatedAt } = setting;
  const { title } = settingRules[key];
  const historyId = useId();
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  return (
    <li className="flex flex-col gap-3 border-sand px-4 py-5 not-first:border-t md:px-5">
      <div className="grid gap-x-10 gap-y-4 md:grid-cols-[1fr_20rem]">
        <div className="min-w-0">
          <h3 className="font-sans font-semibold text-base">{title}</h3>
          <p className="max-w-prose">{description}</p>
          <p className="mt-1 text-ink-muted text-sm">{formatSettingRange(key)}</p>
          <p className="text-ink-muted text-sm">
            {updatedAt === null ? 'Never set.' : `Last set ${formatDate(updatedAt)}.`}
          </p>
          <Button
            variant="quiet"
            size="sm"
            className="-ml-4 mt-1"
            aria-expanded={isHistoryOpen}
            aria-controls={historyId}
            aria-label={`History of ${title}`}
            onClick={() => setIsHistoryOpen(!isHistoryOpen)}
          >
            <History aria-hidden="true" className="size-4.5" />
            History
          </Button>
        </div>
        <SettingForm setting={setting} />
      </div>
      <div id={historyId} className="empty:hidden">
        {isHistoryOpen && <SettingHistory settingKey={key} title={title} />}
      </div>
    </li>
  );
}
