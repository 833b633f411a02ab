import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Select } from '#web/components/ui/select.tsx';
import type { ImportChoice } from './import-choice.ts';

const kinds = [
  { kind: 'members', label: 'Members', hint: 'Name, email, phone, and whether they want the newsletter.' },
  {
    kind: 'passes',
    label: 'Passes',
    hint: 'Email, pass, how many classes it had and are left, dates, price.',
  },
  { kind: 'memberships', label: 'Memberships', hint: 'What is left of the period counts as passes.' },
] as const;

const presets = [
  { value: '', label: 'Find out by the columns' },
  { value: 'plain', label: 'Our own columns' },
  { value: 'mindbody', label: 'Mindbody' },
  { value: 'momence', label: 'Momence' },
] as const;

type FileFieldsProps = {
  choice: ImportChoice;
  onChange: (choice: ImportChoice) => void;
};

/** The files, the system that they come from, and its name as members see it. */
export const FileFields = ({ choice, onChange }: FileFieldsProps) => (
  <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
    {kinds.map(({ kind, label, hint }) => (
      <Field
        key={kind}
        label={`${label} (CSV)`}
        hint={hint}
        required={kind === 'members' ? undefined : false}
      >
        {(control) => (
          <Input
            {...control}
            type="file"
            accept=".csv,text/csv,text/plain"
            className="py-2.5 file:mr-3 file:rounded-full file:border-0 file:bg-sea-tint file:px-3 file:py-1 file:font-medium file:text-sea-dark"
            onChange={({ target }) =>
              onChange({
                ...choice,
                dateOrder: null,
                mapping: {},
                files: { ...choice.files, [kind]: target.files?.[0] },
              })
            }
          />
        )}
      </Field>
    ))}
    <Field label="Exported from">
      {(control) => (
        <Select
          {...control}
          value={choice.preset}
          onChange={({ target }) =>
            onChange({
              ...choice,
              mapping: {},
              preset: presets.find(({ value }) => value === target.value)?.value ?? '',
            })
          }
        >
          {presets.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <Field label="Its name" required={false} hint="Members see “Brought over from …”.">
      {(control) => (
        <Input
          {...control}
          value={choice.source}
          maxLength={60}
          onChange={({ target }) => onChange({ ...choice, source: target.value })}
        />
      )}
    </Field>
  </div>
);
