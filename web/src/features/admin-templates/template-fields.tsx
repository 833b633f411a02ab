import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { createTemplateBody } from '#services/contract/admin-templates.ts';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';

export const templateForm = createTemplateBody;
export type TemplateFormValues = z.input<typeof templateForm>;
export type TemplateFormBody = z.output<typeof templateForm>;

type TemplateFieldsProps = {
  form: UseFormReturn<TemplateFormValues, unknown, TemplateFormBody>;
  hasLabel: boolean;
};

/** The name and description of a template, and the label of an existing one. */
export function TemplateFields({ form: { register, formState }, hasLabel }: TemplateFieldsProps) {
  const { errors } = formState;
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <Field label="Template name" error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} autoComplete="off" required />}
      </Field>
      <Field label="Description" required={false} error={errors.description?.message}>
        {(control) => <Input {...control} {...register('description')} autoComplete="off" />}
      </Field>
      {hasLabel && (
        <Checkbox
          {...register('isActive')}
          label="Active"
          hint="A label for you; an inactive template can still be applied"
          className="sm:col-span-2"
        />
      )}
    </div>
  );
}
