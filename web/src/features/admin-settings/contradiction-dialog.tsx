import { type ReactNode, useState } from 'react';
import { type RuleKey, rules } from '#services/contract/rules.ts';
import { FormDialog } from '#web/components/staff/form-dialog.tsx';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { describeSettingError, formatSettingRange, toFieldText, toSettingValue } from './format-setting.ts';
import type { RuleEdit } from './rule-call.ts';
import { SettingField } from './setting-field.tsx';

type ContradictionDialogProps = {
  /** The server's sentence. */
  reason: string;
  /** The rules that contradict each other, each with the value to begin with. */
  edits: readonly RuleEdit[];
  /** Saves all of them or none. @throws ApiError */
  onSave: (edits: readonly RuleEdit[]) => Promise<void>;
  onClose: () => void;
  /** The question before they are saved. */
  children: ReactNode;
};

const joinTitles = (keys: readonly RuleKey[]): string =>
  keys.map((key) => `“${rules[key].title}”`).join(' and ');

/** Names the rules that contradict each other, and edits them together. */
export function ContradictionDialog({ reason, edits, onSave, onClose, children }: ContradictionDialogProps) {
  const [drafts, setDrafts] = useState<Partial<Record<RuleKey, string>>>({});
  const [errors, setErrors] = useState<Partial<Record<RuleKey, string | undefined>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const isUnsaved = Object.keys(drafts).length > 0;
  useUnsavedChanges(isUnsaved, busy);
  const getText = ({ key, value }: RuleEdit) => drafts[key] ?? toFieldText(key, value);
  const changed = edits.map((edit) => ({ ...edit, value: toSettingValue(edit.key, getText(edit)) }));

  const save = async () => {
    setBusy(true);
    setErrors({});
    setFailure(null);
    try {
      await onSave(changed);
    } catch (cause) {
      const invalid = describeInvalid(changed, cause);
      if (invalid) setErrors(invalid);
      else setFailure(cause);
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title={edits.length > 2 ? 'These rules contradict each other' : 'These two rules contradict each other'}
      description={`${joinTitles(edits.map(({ key }) => key))}: ${reason} Both are saved together, or neither.`}
      submitLabel="Save both"
      busy={busy}
      isUnsaved={isUnsaved}
      failure={failure}
      className="flex flex-col gap-5 py-1"
      onSubmit={save}
      onClose={onClose}
    >
      {edits.map((edit) => (
        <div key={edit.key}>
          <SettingField
            settingKey={edit.key}
            text={getText(edit)}
            error={errors[edit.key]}
            hasTitle
            onEdit={(text) => setDrafts({ ...drafts, [edit.key]: text })}
          />
          <p className="mt-1 text-ink-muted text-sm">{formatSettingRange(edit.key)}</p>
        </div>
      ))}
      {children}
    </FormDialog>
  );
}

/** The errors of the fields whose value is invalid; null when the cause is another. */
function describeInvalid(
  edits: readonly RuleEdit[],
  cause: unknown,
): Partial<Record<RuleKey, string | undefined>> | null {
  const invalid = edits.flatMap(({ key }, index) => {
    const { text, isInvalid } = describeSettingError(key, cause, `changes.${index}.value`);
    return isInvalid ? [[key, text] as const] : [];
  });
  return invalid.length === 0 ? null : Object.fromEntries(invalid);
}
