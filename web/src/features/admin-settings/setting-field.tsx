import { type SettingKey, settingRules } from '#services/contract/settings.ts';
import { Field, type FieldControl } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TimeInput } from '#web/components/ui/time-input.tsx';

const unitNames = {
  minutes: 'Minutes',
  hours: 'Hours',
  days: 'Days',
  months: 'Months',
  years: 'Years',
  pauses: 'Times',
  pence: 'Pounds',
} as const;

type SettingFieldProps = {
  settingKey: SettingKey;
  text: string;
  error: string | undefined;
  onEdit: (text: string) => void;
  /** Shows the title, which a card shows by itself. */
  hasTitle?: boolean;
};

type ControlProps = Pick<SettingFieldProps, 'settingKey' | 'text' | 'onEdit'> & { control: FieldControl };

function Control({ settingKey, text, onEdit, control }: ControlProps) {
  const rule = settingRules[settingKey];
  const props = {
    ...control,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => onEdit(target.value),
  };
  if (rule.kind === 'choice')
    return (
      <Select {...props}>
        {rule.choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </Select>
    );
  if (rule.kind === 'time') return <TimeInput {...props} />;
  return (
    <Input
      {...props}
      inputMode={rule.unit === 'pence' ? 'decimal' : 'numeric'}
      autoComplete="off"
      className="text-right tabular-nums"
    />
  );
}

/** The control of a setting: a choice, a time, or a number with its unit. */
export function SettingField({ settingKey, text, error, onEdit, hasTitle = false }: SettingFieldProps) {
  const rule = settingRules[settingKey];
  const unit = rule.kind === 'number' ? unitNames[rule.unit] : rule.kind === 'time' ? 'Time' : 'Now';
  return (
    <Field
      label={
        <>
          <span className={hasTitle ? undefined : 'sr-only'}>{rule.title}, </span>
          {hasTitle ? unit.toLowerCase() : unit}
        </>
      }
      error={error}
    >
      {(control) => <Control settingKey={settingKey} text={text} onEdit={onEdit} control={control} />}
    </Field>
  );
}
