import type { UseFormReturn } from 'react-hook-form';
import { proposeValidity } from '#services/contract/admin-passes.ts';
import { countProps, priceProps } from '#web/components/staff/number-props.ts';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import type { PassFormBody, PassFormValues } from './pass-form-values.ts';

type PassFieldsProps = {
  form: UseFormReturn<PassFormValues, unknown, PassFormBody>;
  /** Sets the validity from the number of classes until it is edited. */
  proposesValidity: boolean;
  /** The special pass cannot be for sign-up only. */
  isSpecialOffer?: boolean | undefined;
};

/** The fields of a new or existing pass. */
export function PassFields({ form, proposesValidity, isSpecialOffer = false }: PassFieldsProps) {
  const { register, formState, getValues, setValue } = form;
  const { errors, dirtyFields } = formState;
  const isProposed = proposesValidity && dirtyFields.validity === undefined;

  const propose = () => {
    if (!isProposed) return;
    const { classes, isSignUpOnly = false } = getValues();
    if (classes >= 1) setValue('validity', proposeValidity(classes, isSignUpOnly));
  };

  return (
    <div className="@container">
      <div className="grid gap-x-5 gap-y-4 @md:grid-cols-2 @3xl:grid-cols-6">
        <div className="@md:col-span-2 @3xl:col-span-3">
          <Field label="Name" error={errors.name?.message}>
            {(control) => <Input {...control} {...register('name')} autoComplete="off" required />}
          </Field>
        </div>
        <div className="@3xl:col-span-1">
          <Field label="Classes" error={errors.classes?.message}>
            {(control) => (
              <Input
                {...control}
                {...register('classes', { valueAsNumber: true, onChange: propose })}
                {...countProps}
              />
            )}
          </Field>
        </div>
        <div className="@3xl:col-span-2">
          <Field label="Price in pounds" error={errors.price?.message}>
            {(control) => (
              <Input {...control} {...register('price', { valueAsNumber: true })} {...priceProps} />
            )}
          </Field>
        </div>
        <div className="@md:col-span-2 @3xl:col-span-4">
          <Field label="Description" required={false} error={errors.description?.message}>
            {(control) => <Textarea {...control} {...register('description')} rows={2} />}
          </Field>
        </div>
        <div className="flex items-start gap-2 @md:col-span-2">
          <div className="w-24 shrink-0">
            <Field label="Valid for" error={errors.validity?.count?.message ?? errors.validity?.message}>
              {(control) => (
                <Input
                  {...control}
                  {...register('validity.count', { valueAsNumber: true })}
                  {...countProps}
                />
              )}
            </Field>
          </div>
          <div className="min-w-0 grow">
            <Field label="Unit" hint={isProposed && 'Proposed'}>
              {(control) => (
                <Select {...control} {...register('validity.unit')}>
                  <option value="weeks">weeks</option>
                  <option value="months">months</option>
                </Select>
              )}
            </Field>
          </div>
        </div>
        <fieldset className="flex flex-wrap gap-x-8 gap-y-1 @md:col-span-2 @3xl:col-span-6">
          <legend className="sr-only">How it is sold</legend>
          <Checkbox {...register('isActive')} label="Active" hint="On sale to members" />
          <Checkbox {...register('isPopular')} label="Popular" hint="Marked on the site" />
          <Checkbox
            {...register('isSignUpOnly', { onChange: propose })}
            disabled={isSpecialOffer}
            label="Sign-up only"
            hint={
              isSpecialOffer
                ? 'Not for the special pass, which has an offer of its own'
                : 'Once per member, over all sign-up passes'
            }
          />
        </fieldset>
      </div>
    </div>
  );
}
