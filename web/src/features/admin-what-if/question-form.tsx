import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { isRuleKey, type RuleKey, ruleKeys, rules } from '#services/contract/rules.ts';
import type { WhatIfStarted } from '#services/contract/what-if.ts';
import { Button } from '#web/components/ui/button.tsx';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { ApiError, getServerMessage } from '#web/lib/api-error.ts';
import { request } from '#web/lib/http.ts';
import { addToMonth, addWallDays, toLondonDate } from '#web/lib/london-time.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';
import { readStudioNow } from '#web/lib/studio-clock.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import {
  formatSettingRange,
  formatSettingValue,
  toFieldText,
  toSettingValue,
} from '../admin-settings/format-setting.ts';
import { SettingField } from '../admin-settings/setting-field.tsx';

export const whatIfPath = '/api/admin/what-if';

/** The last full month in London. */
const getLastMonth = (): { from: string; to: string } => {
  const month = toLondonDate(readStudioNow()).slice(0, 7);
  return { from: `${addToMonth(month, -1)}-01`, to: addWallDays(`${month}-01`, -1) };
};

/** The rules that change what is counted: memberships stay as they were. */
const askableKeys = ruleKeys.filter((key) => !key.startsWith('pause'));

type ChosenRules = Partial<Record<RuleKey, string>>;

/** Why the question was not asked: under a field, or above the form. */
const describeFailure = (cause: unknown): { fields: Record<string, string>; text: string | undefined } => {
  const issues = cause instanceof ApiError ? cause.issues : [];
  const fields = Object.fromEntries(issues.map(({ path, message }) => [path, `${message}.`]));
  if (issues.length > 0) return { fields, text: undefined };
  const keys = cause instanceof ApiError ? (cause.keys ?? []) : [];
  const names = keys.filter(isRuleKey).map((key) => `“${rules[key].title}”`);
  const sentence = getServerMessage(cause, 'The question could not be asked. Please try again.');
  return { fields, text: names.length > 0 ? `${names.join(' and ')}: ${sentence}` : sentence };
};

/** The days and the rules to ask about. */
export function QuestionForm({
  isRunning,
  onAsked,
}: {
  isRunning: boolean;
  onAsked: (runId: string) => void;
}) {
  const inForce = useRuleValues();
  const [span, setSpan] = useState(getLastMonth);
  const [chosen, setChosen] = useState<ChosenRules>({});
  const [isAsked, setIsAsked] = useState(true);
  const [failure, setFailure] = useState<ReturnType<typeof describeFailure>>();
  const [busy, setBusy] = useState(false);
  useUnsavedChanges(!isAsked, busy);
  const keys = ruleKeys.filter((key) => chosen[key] !== undefined);
  const edit = (change: { span?: Partial<typeof span>; chosen?: ChosenRules }) => {
    if (change.span) setSpan({ ...span, ...change.span });
    if (change.chosen) setChosen(change.chosen);
    setIsAsked(false);
    setFailure(undefined);
  };
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      const asked = Object.fromEntries(keys.map((key) => [key, toSettingValue(key, chosen[key] ?? '')]));
      const body = { ...span, rules: asked };
      const { runId } = await request<WhatIfStarted>(whatIfPath, { method: 'POST', body });
      setIsAsked(true);
      onAsked(runId);
    } catch (cause) {
      setFailure(describeFailure(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void ask(event)}
      className="flex flex-col gap-5 rounded-card border border-sand bg-surface p-4 md:p-6"
    >
      {failure?.text && <Notice tone="warning">{failure.text}</Notice>}
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="First day" error={failure?.fields.from}>
          {(control) => (
            <DateInput
              {...control}
              value={span.from}
              onChange={({ target }) => edit({ span: { from: target.value } })}
            />
          )}
        </Field>
        <Field label="Last day" error={failure?.fields.to}>
          {(control) => (
            <DateInput
              {...control}
              value={span.to}
              onChange={({ target }) => edit({ span: { to: target.value } })}
            />
          )}
        </Field>
      </div>
      {keys.map((key) => (
        <div key={key} className="grid gap-x-6 gap-y-1 border-sand border-t pt-4 md:grid-cols-[1fr_20rem]">
          <div>
            <p className="font-semibold">{rules[key].title}</p>
            <p className="text-ink-muted text-sm">{formatSettingRange(key)}</p>
            <p className="text-ink-muted text-sm">
              In force: {formatSettingValue(key, inForce?.[key] ?? rules[key].default)}
            </p>
          </div>
          <div className="flex items-start gap-2">
            <div className="min-w-0 grow">
              <SettingField
                settingKey={key}
                text={chosen[key] ?? ''}
                error={failure?.fields[`rules.${key}`]}
                onEdit={(text) => edit({ chosen: { ...chosen, [key]: text } })}
              />
            </div>
            <Button
              variant="quiet"
              size="sm"
              className="mt-8"
              aria-label={`Leave out ${rules[key].title}`}
              onClick={() => {
                const { [key]: _left, ...others } = chosen;
                edit({ chosen: others });
              }}
            >
              <X aria-hidden="true" className="size-4.5" />
            </Button>
          </div>
        </div>
      ))}
      <div className="grid items-end gap-4 md:grid-cols-[1fr_auto]">
        <Field label="Another rule">
          {(control) => (
            <Select
              {...control}
              value=""
              onChange={({ target }) => {
                if (!isRuleKey(target.value)) return;
                const key = target.value;
                edit({
                  chosen: { ...chosen, [key]: toFieldText(key, inForce?.[key] ?? rules[key].default) },
                });
              }}
            >
              <option value="">Choose a rule</option>
              {askableKeys
                .filter((key) => chosen[key] === undefined)
                .map((key) => (
                  <option key={key} value={key}>
                    {rules[key].title}
                  </option>
                ))}
            </Select>
          )}
        </Field>
        <Button type="submit" busy={busy} disabled={isRunning}>
          {busy ? 'Asking...' : 'Ask'}
        </Button>
      </div>
    </form>
  );
}
