import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSWRConfig } from 'swr';
import type { AdminPass } from '#services/contract/admin-passes.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { FormDialog } from '#web/components/staff/form-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { PassFields } from './pass-fields.tsx';
import {
  hasChangedTerms,
  type PassFormBody,
  type PassFormValues,
  passForm,
  passTexts,
  pickSeenPass,
  toFormValues,
} from './pass-form-values.ts';
import { passesPath, refreshPasses } from './use-passes.ts';

const fields = ['name', 'classes', 'price', 'description', 'validity', 'isSignUpOnly'] as const;

type EditPassDialogProps = { pass: AdminPass; onClose: () => void };

/** Changes a pass. A change of its terms is confirmed once its effects are listed. */
export function EditPassDialog({ pass, onClose }: EditPassDialogProps) {
  const { mutate } = useSWRConfig();
  const [failure, setFailure] = useState<unknown>(null);
  const { send, question } = useSeenEdit(passTexts);
  const [confirming, setConfirming] = useState<PassFormBody | null>(null);
  const form = useForm<PassFormValues, unknown, PassFormBody>({
    resolver: zodResolver(passForm),
    defaultValues: toFormValues(pass),
  });
  const { handleSubmit, setError, formState } = form;
  const { isSubmitting, isDirty } = formState;
  // Also while the effects are confirmed.
  useUnsavedChanges(isDirty, isSubmitting);
  const path = `${passesPath}/${pass.id}`;

  const onSaved = async () => {
    toast(staffMessages.updated('class pass'));
    await refreshPasses(mutate);
    onClose();
  };
  const onFailed = (cause: unknown) => {
    setConfirming(null);
    if (setFieldErrors(cause, fields, setError) > 0) return;
    toast(staffMessages.updateFailed('class pass'));
    setFailure(cause);
  };
  const submit = handleSubmit(async (body) => {
    setFailure(null);
    if (hasChangedTerms(pass, body)) setConfirming(body);
    else
      await send({ path, method: 'PUT', body }, pickSeenPass(pass), onClose)
        .then((answer) => (answer === null ? undefined : onSaved()))
        .catch(onFailed);
  });

  if (confirming !== null) {
    return (
      <EffectsDialog
        title={`Change ${pass.name}?`}
        call={{ path, method: 'PUT', body: confirming }}
        seen={pickSeenPass(pass)}
        texts={passTexts}
        onTakeTheirs={onClose}
        confirmLabel="Save changes"
        isDanger={false}
        onSuccess={onSaved}
        onFailure={onFailed}
        onClose={() => setConfirming(null)}
      />
    );
  }
  return (
    <FormDialog
      title={`Edit ${pass.name}`}
      description="Passes that were sold keep their name, price, classes and expiry."
      size="lg"
      busy={isSubmitting}
      isUnsaved={isDirty}
      failure={failure}
      className="py-1"
      onSubmit={submit}
      onClose={onClose}
    >
      <PassFields form={form} proposesValidity={false} isSpecialOffer={pass.isSpecialOffer} />
      {question}
    </FormDialog>
  );
}
