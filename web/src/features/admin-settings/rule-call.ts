import type { DryRunAnswer } from '#services/contract/dry-run.ts';
import { type RuleKey, rules } from '#services/contract/rules.ts';
import type { FactText } from '#web/components/staff/fact-texts.ts';
import type { Seen } from '#web/components/staff/use-seen-edit.tsx';
import { request } from '#web/lib/http.ts';
import { formatSettingValue } from './format-setting.ts';
import { settingsPath } from './use-settings.ts';

/** A new value of a rule, and the one that the form began with. */
export interface RuleEdit {
  readonly key: RuleKey;
  readonly value: string;
  readonly seen: string;
}

interface RuleSave {
  readonly call: {
    readonly path: string;
    readonly method: 'POST';
    readonly body: object;
    readonly withSeen?: (seen: Seen) => object;
    readonly mine?: Seen;
  };
  readonly seen: Seen;
  /** The words for the facts that another person may have changed. */
  readonly texts: Readonly<Record<string, FactText>>;
}

const toText = (key: RuleKey): FactText => ({
  label: rules[key].title,
  format: (shown) => formatSettingValue(key, String(shown)),
});

/** The call that saves rules, all of them or none, with what the forms showed. */
export function createRuleSave(edits: readonly RuleEdit[]): RuleSave {
  const [first] = edits;
  if (first !== undefined && edits.length === 1) {
    const { key, value, seen } = first;
    const call = { path: settingsPath, method: 'POST', body: { key, value } } as const;
    return { call, seen: { value: seen }, texts: { value: toText(key) } };
  }
  const collect = <Value>(pick: (edit: RuleEdit) => Value) =>
    Object.fromEntries(edits.map((edit) => [edit.key, pick(edit)]));
  const mine = collect(({ value }) => value);
  const withSeen = (seen: Seen) => ({
    changes: edits.map(({ key, value }) => ({ key, value, expected: { value: seen[key] } })),
  });
  return {
    call: {
      path: settingsPath,
      method: 'POST',
      body: { changes: edits.map(({ key, value }) => ({ key, value })) },
      withSeen,
      mine,
    },
    seen: collect(({ seen }) => seen),
    texts: collect(({ key }) => toText(key)),
  };
}

/** Whether the change of rules affects a booking, a waiting member or an email today. @throws ApiError */
export async function affectsAnyone(edits: readonly RuleEdit[]): Promise<boolean> {
  const { path, method, body } = createRuleSave(edits).call;
  const { effects } = await request<DryRunAnswer>(`${path}?dryRun=true`, { method, body });
  const { bookingsKept = 0, waiting = 0 } = effects.rules ?? {};
  return bookingsKept + waiting + effects.counts.emails > 0;
}

/** 'Free cancellation: 48 hours.', for each rule */
export const describeRuleEdits = (edits: readonly RuleEdit[]): string =>
  edits.map(({ key, value }) => `${rules[key].title}: ${formatSettingValue(key, value)}.`).join(' ');
