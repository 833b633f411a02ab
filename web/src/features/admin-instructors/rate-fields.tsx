import type { UseFormReturn } from 'react-hook-form';
import type { Instructor } from '#services/contract/schedule.ts';
import { classTypes } from '#services/contract/values.ts';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import type { RateFormBody, RateFormValues } from './rate-form-values.ts';

const amountProps = {
  type: 'number',
  inputMode: 'decimal',
  min: 0,
  step: 0.01,
  placeholder: '0.00',
  className: 'text-right tabular-nums',
} as const;

type RateFieldsProps = {
  form: UseFormReturn<RateFormValues, unknown, RateFormBody>;
  instructors: readonly Instructor[];
};

/** The fields of a new rate. */
export function RateFields({ form: { register, formState }, instructors }: RateFieldsProps) {
  const { errors } = formState;
  return (
    <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="Instructor" error={errors.instructorId?.message}>
        {(control) => (
          <Select {...control} {...register('instructorId')} required>
            <option value="">Select an instructor</option>
            {instructors.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="For" error={errors.classType?.message}>
        {(control) => (
          <Select {...control} {...register('classType')}>
            <option value="">All classes</option>
            {classTypes.map((type) => (
              <option key={type} value={type}>
                {getLevelName(type)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="From" error={errors.validFrom?.message}>
        {(control) => <DateInput {...control} {...register('validFrom')} required />}
      </Field>
      <Field label="Each class, in pounds" error={errors.basePence?.message}>
        {(control) => (
          <Input {...control} {...register('basePence', { valueAsNumber: true })} {...amountProps} required />
        )}
      </Field>
      <Field label="More for each head, in pounds" required={false} error={errors.perHeadPence?.message}>
        {(control) => (
          <Input {...control} {...register('perHeadPence', { valueAsNumber: true })} {...amountProps} />
        )}
      </Field>
      <Field label="Above how many heads" required={false} error={errors.above?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('above', { valueAsNumber: true })}
            {...amountProps}
            inputMode="numeric"
            step={1}
            placeholder="0"
          />
        )}
      </Field>
    </div>
  );
}
