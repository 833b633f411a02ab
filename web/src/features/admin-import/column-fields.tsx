import type { ImportAnswer } from '#services/contract/imports.ts';
import { CollapsiblePanel } from '#web/components/ui/collapsible.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { getHeaders, type ImportChoice, withColumn } from './import-choice.ts';

type AnsweredFile = ImportAnswer['files'][number];

const fieldNames: Readonly<Record<AnsweredFile['file'], readonly (readonly [string, string])[]>> = {
  members: [
    ['name', 'Name'],
    ['email', 'Email'],
    ['phone', 'Phone'],
    ['newsletter', 'Wants the newsletter'],
  ],
  passes: [
    ['email', 'Email'],
    ['pass', 'Pass'],
    ['classes', 'Classes it had'],
    ['remaining', 'Classes left'],
    ['purchased', 'Bought on'],
    ['expires', 'Expires on'],
    ['price', 'Price'],
  ],
  memberships: [
    ['email', 'Email'],
    ['plan', 'Plan'],
    ['remaining', 'Classes left'],
    ['periodStart', 'Period starts'],
    ['periodEnd', 'Period ends'],
  ],
};

type ColumnFieldsProps = {
  file: AnsweredFile;
  choice: ImportChoice;
  onChange: (choice: ImportChoice) => void;
};

function ColumnSelect({
  file,
  choice,
  onChange,
  field,
  label,
}: ColumnFieldsProps & Record<'field' | 'label', string>) {
  const headers = getHeaders(choice, file, field);
  const isMissing = file.missing.includes(field) && headers.length === 0;
  // A name in two columns stays as the preset found it.
  const joined = headers.join(' + ');
  return (
    <Field label={label} error={isMissing ? 'Please choose the column.' : undefined}>
      {(control) => (
        <Select
          {...control}
          value={joined}
          onChange={({ target }) =>
            onChange(withColumn(choice, file.file, field, target.value === '' ? [] : [target.value]))
          }
        >
          <option value="">No column</option>
          {headers.length > 1 ? <option value={joined}>{joined}</option> : null}
          {[...new Set(file.header)]
            .filter((header) => header !== '')
            .map((header) => (
              <option key={header} value={header}>
                {header}
              </option>
            ))}
        </Select>
      )}
    </Field>
  );
}

/** Which column each field of a file is read from. */
export const ColumnFields = ({ file, choice, onChange }: ColumnFieldsProps) => (
  <CollapsiblePanel
    key={String(file.missing.length > 0)}
    title={`Columns of ${file.file}.csv`}
    defaultOpen={file.missing.length > 0}
  >
    <div className="grid gap-4 px-1 text-ink sm:grid-cols-2 lg:grid-cols-4">
      {fieldNames[file.file].map(([field, label]) => (
        <ColumnSelect key={field} {...{ file, choice, onChange, field, label }} />
      ))}
    </div>
  </CollapsiblePanel>
);
