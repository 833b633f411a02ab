import type { UseFormReturn } from 'react-hook-form';
import { countProps, priceProps } from '#web/components/staff/number-props.ts';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import type { PlanFormBody, PlanFormValues } from './plan-form-values.ts';

/** The fields of a new or existing plan. */
export function PlanFields({ form }: { form: UseFormReturn<PlanFormValues, unknown, PlanFormBody> }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <div className="@container">
      <div className="grid gap-x-5 gap-y-4 @md:grid-cols-2 @3xl:grid-cols-6">
        <div className="@md:col-span-2 @3xl:col-span-3">
          <Field label="Name" error={errors.name?.message}>
            {(control) => <Input {...control} {...register('name')} autoComplete="off" required />}
          </Field>
        </div>
        <div className="@3xl:col-span-2">
          <Field label="Price in pounds" error={errors.pricePence?.message}>
            {(control) => (
              <Input {...control} {...register('pricePence', { valueAsNumber: true })} {...priceProps} />
            )}
          </Field>
        </div>
        <div className="@3xl:col-span-1">
          <Field label="Passes" error={errors.passes?.message}>
            {(control) => (
              <Input {...control} {...register('passes', { valueAsNumber: true })} {...countProps} />
            )}
          </Field>
        </div>
        <div className="@md:col-span-2 @3xl:col-span-3">
          <Field label="Description" required={false} error={errors.description?.message}>
            {(control) => <Textarea {...control} {...register('description')} rows={2} />}
          </Field>
        </div>
        <div className="@3xl:col-span-2">
          <Field label="Renews" error={errors.interval?.message}>
            {(control) => (
              <Select {...control} {...register('interval')}>
                <option value="month">every month, 12 a year</option>
                <option value="4_weeks">every four weeks, 13 a year</option>
              </Select>
            )}
          </Field>
        </div>
        <div className="@3xl:col-span-1">
          <Field label="Place" error={errors.order?.message}>
            {(control) => (
              <Input {...control} {...register('order', { valueAsNumber: true })} {...countProps} />
            )}
          </Field>
        </div>
        <fieldset className="flex flex-wrap gap-x-8 gap-y-1 @md:col-span-2 @3xl:col-span-6">
          <legend className="sr-only">How it is sold</legend>
          <Checkbox {...register('onSale')} label="On sale" hint="Members can start it" />
          <Checkbox
            {...register('priority')}
            label="Priority booking"
            hint="Its members book each day’s classes before pass holders"
          />
        </fieldset>
      </div>
    </div>
  );
}
