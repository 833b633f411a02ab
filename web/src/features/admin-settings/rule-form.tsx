import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { isRuleKey, type RuleKey } from '#services/contract/rules.ts';
import type { AdminSetting } from '#services/contract/settings.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { ContradictionDialog } from './contradiction-dialog.tsx';
import { affectsAnyone, createRuleSave, describeRuleEdits, type RuleEdit } from './rule-call.ts';
import { RuleEffectsDialog } from './rule-effects-dialog.tsx';
import { SettingForm } from './setting-form.tsx';
import { getHistoryPath, settingsPath } from './use-settings.ts';

export type RuleSetting = AdminSetting & { readonly key: RuleKey };

interface Contradiction {
  readonly reason: string;
  readonly edits: readonly RuleEdit[];
}

/** What is to be decided before a rule is saved; `onSaved` drops what was typed. */
interface Pending {
  readonly onSaved: () => void;
  readonly contradiction?: Contradiction | undefined;
  /** A change that affects members. */
  readonly review?: readonly RuleEdit[] | undefined;
}

/** The contradicting rules: with the new value where one was typed, else as they are. */
const listContradicting = (
  keys: readonly string[],
  edits: readonly RuleEdit[],
  settings: readonly RuleSetting[],
): RuleEdit[] =>
  keys.filter(isRuleKey).flatMap((key) => {
    const edited = edits.find((edit) => edit.key === key);
    const value = settings.find((each) => each.key === key)?.value;
    if (edited) return [edited];
    return value === undefined ? [] : [{ key, value, seen: value }];
  });

type RuleFormProps = { setting: RuleSetting; settings: readonly RuleSetting[] };

/** The form of a rule: shows whom the change concerns before it is made, and offers to change a contradicting rule too. */
export function RuleForm({ setting, settings }: RuleFormProps) {
  const { key } = setting;
  const { mutate } = useSWRConfig();
  const [pending, setPending] = useState<Pending | null>(null);
  const { send, question } = useSeenEdit(createRuleSave([{ key, value: '', seen: '' }]).texts);

  const finish = async (edits: readonly RuleEdit[], onSaved: () => void) => {
    toast(staffMessages.settingSaved(describeRuleEdits(edits)));
    const histories = edits.map((edit) => mutate(getHistoryPath(edit.key)));
    await Promise.all([mutate(settingsPath), mutate('/api/rules'), ...histories]);
    onSaved();
    setPending(null);
  };
  const save = async (edits: readonly RuleEdit[], onSaved: () => void) => {
    try {
      // Several rules are shown again before they are saved, whomever they concern.
      if ((await affectsAnyone(edits)) || edits.length > 1) {
        setPending((before) => ({ onSaved, contradiction: before?.contradiction, review: edits }));
        return;
      }
      const { call, seen } = createRuleSave(edits);
      const answer = await send(call, seen, onSaved);
      if (answer !== null) await finish(edits, onSaved);
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.code !== 'RULES_CONTRADICT' || edits.length > 1) throw cause;
      const contradiction = {
        reason: cause.message,
        edits: listContradicting(cause.keys, edits, settings),
      };
      setPending({ onSaved, contradiction });
    }
  };

  const review = pending?.review && (
    <RuleEffectsDialog
      edits={pending.review}
      onSaved={() => finish(pending.review ?? [], pending.onSaved)}
      onTakeTheirs={() => {
        pending.onSaved();
        setPending(null);
      }}
      onClose={() =>
        setPending((before) => (before?.contradiction ? { ...before, review: undefined } : null))
      }
    />
  );
  return (
    <>
      <SettingForm
        setting={setting}
        onSave={({ value, seen, onSaved }) => save([{ key, value, seen }], onSaved)}
      >
        {question}
      </SettingForm>
      {pending?.contradiction ? (
        <ContradictionDialog
          {...pending.contradiction}
          onSave={(edits) => save(edits, pending.onSaved)}
          onClose={() => setPending(null)}
        >
          {review}
        </ContradictionDialog>
      ) : (
        review
      )}
    </>
  );
}
