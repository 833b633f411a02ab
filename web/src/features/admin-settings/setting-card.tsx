import { History } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useSWRConfig } from 'swr';
import { type AdminSetting, settingRules } from '../../../../services/contract/settings.ts';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Select } from '../../components/ui/select.tsx';
import { toast } from '../../components/ui/toast.ts';
import { ApiError } from '../../lib/api-error.ts';
import { post } from '../../lib/http.ts';
import { formatDate } from '../../lib/london-time.ts';
import { availabilityKey } from '../membership/api/use-membership-availability.ts';
import { fieldOf, rangeText, sentValue, valueText } from './format-setting.ts';
import { SettingHistory } from './setting-history.tsx';
import { historyPath, settingsPath } from './use-settings.ts';

const unitNames = { hours: 'Hours', days: 'Days', years: 'Years', pence: 'Pounds' } as const;

/** One setting: what it does, what it may be, changing it, and how it came to stand as it does. */
export function SettingCard({ setting }: { setting: AdminSetting }) {
  const { key, value, description, updatedAt } = setting;
  const rule = settingRules[key];
  const range = rangeText(key);
  const isMoney = rule.kind === 'number' && rule.unit === 'pence';
  const historyId = useId();
  const { mutate } = useSWRConfig();
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const [showsHistory, setShowsHistory] = useState(false);
  const field = draft ?? fieldOf(key, value);

  const edit = (text: string) => {
    setDraft(text);
    setProblem(undefined);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await post(settingsPath, { key, value: sentValue(key, field) });
      toast(staffMessages.settingSaved(`${rule.title}: ${valueText(key, sentValue(key, field))}.`));
      await Promise.all([mutate(settingsPath), mutate(historyPath(key)), mutate(availabilityKey)]);
      setDraft(null);
    } catch (cause) {
      const issue = cause instanceof ApiError ? cause.issues[0] : undefined;
      if (issue) setProblem(isMoney ? `Use an amount such as 30.00. ${range}` : `${issue.message}. ${range}`);
      else toast(staffMessages.settingFailed(cause));
    } finally {
      setBusy(false);
    }
  };

  return (
    <li className="flex flex-col gap-3 border-sand px-4 py-5 not-first:border-t md:px-5">
      <div className="grid gap-x-10 gap-y-4 md:grid-cols-[1fr_20rem]">
        <div className="min-w-0">
          <h3 className="font-sans font-semibold text-base">{rule.title}</h3>
          <p className="max-w-prose">{description}</p>
          <p className="mt-1 text-ink-muted text-sm">{range}</p>
          <p className="text-ink-muted text-sm">
            {updatedAt === null ? 'Never set.' : `Last set ${formatDate(updatedAt)}.`}
          </p>
          <Button
            variant="quiet"
            size="sm"
            className="-ml-4 mt-1"
            aria-expanded={showsHistory}
            aria-controls={historyId}
            aria-label={`History of ${rule.title}`}
            onClick={() => setShowsHistory(!showsHistory)}
          >
            <History aria-hidden="true" className="size-4.5" />
            History
          </Button>
        </div>
        <form noValidate onSubmit={(event) => void save(event)} className="flex items-start gap-3">
          <div className="min-w-0 grow">
            <Field
              label={
                <>
                  <span className="sr-only">{rule.title}, </span>
                  {rule.kind === 'choice' ? 'Now' : unitNames[rule.unit]}
                </>
              }
              error={problem}
            >
              {(control) =>
                rule.kind === 'choice' ? (
                  <Select {...control} value={field} onChange={(event) => edit(event.target.value)}>
                    {rule.choices.map((choice) => (
                      <option key={choice} value={choice}>
                        {choice}
                      </option>
                    ))}
                  </Select>
                ) : (
                  <Input
                    {...control}
                    value={field}
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
            disabled={sentValue(key, field) === value}
            aria-label={`Save ${rule.title}`}
            className="mt-[1.975rem] min-h-12"
          >
            {busy ? 'Saving...' : 'Save'}
          </Button>
        </form>
      </div>
      <div id={historyId} className="empty:hidden">
        {showsHistory && <SettingHistory settingKey={key} title={rule.title} />}
      </div>
    </li>
  );
}
