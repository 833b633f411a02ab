import { rules } from '#services/contract/rules.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { toast } from '#web/components/ui/toast.ts';
import { formatSettingValue } from './format-setting.ts';
import { createRuleSave, type RuleEdit } from './rule-call.ts';

type RuleEffectsDialogProps = {
  edits: readonly RuleEdit[];
  onSaved: () => Promise<unknown>;
  /** The other one's value was read and is shown instead. */
  onTakeTheirs: () => void;
  onClose: () => void;
};

/** Shows whom a change of rules concerns, and makes it once that is confirmed. */
export function RuleEffectsDialog({ edits, onSaved, onTakeTheirs, onClose }: RuleEffectsDialogProps) {
  const { call, seen, texts } = createRuleSave(edits);
  return (
    <EffectsDialog
      title={edits.length === 1 ? 'Change this rule?' : 'Change these rules?'}
      call={call}
      seen={seen}
      texts={texts}
      confirmLabel="Save"
      isDanger={false}
      onTakeTheirs={onTakeTheirs}
      onSuccess={onSaved}
      onFailure={() => toast(staffMessages.settingFailed)}
      onClose={onClose}
    >
      <dl className="flex flex-col gap-2">
        {edits.map(({ key, seen: before, value }) => (
          <div key={key} className="flex flex-wrap justify-between gap-x-4">
            <dt className="font-semibold">{rules[key].title}</dt>
            <dd className="tabular">
              {formatSettingValue(key, before)} → {formatSettingValue(key, value)}
            </dd>
          </div>
        ))}
      </dl>
    </EffectsDialog>
  );
}
