import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSWRConfig } from 'swr';
import type { AdminPass } from '../../../../services/contract/admin-passes.ts';
import { EffectsDialog } from '../../components/staff/effects-dialog.tsx';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { toast } from '../../components/ui/toast.ts';
import { setFieldErrors } from '../../lib/field-errors.ts';
import { request } from '../../lib/http.ts';
import { PassFields } from './pass-fields.tsx';
import {
  changesTerms,
  formOf,
  type PassFormBody,
  type PassFormValues,
  passForm,
} from './pass-form-values.ts';
import { passesPath, refreshPasses } from './use-passes.ts';

const fields = ['name', 'classes', 'price', 'description', 'validity', 'isSignUpOnly'] as const;

type EditPassDialogProps = {
  pass: AdminPass;
  onClose: () => void;
};

/** Changes a pass. When what is sold changes, it says what that does before it is done. */
export function EditPassDialog({ pass, onClose }: EditPassDialogProps) {
  const formId = useId();
  const { mutate } = useSWRConfig();
  const [confirming, setConfirming] = useState<PassFormBody | null>(null);
  const form = useForm<PassFormValues, unknown, PassFormBody>({
    resolver: zodResolver(passForm),
    defaultValues: formOf(pass),
  });
  const { handleSubmit, setError, formState } = form;
  const path = `${passesPath}/${pass.id}`;

  const save = async (body: PassFormBody): Promise<boolean> => {
    try {
      await request(path, { method: 'PUT', body });
      toast(staffMessages.updated('class pass'));
      await refreshPasses(mutate);
      onClose();
      return true;
    } catch (cause) {
      if (setFieldErrors(cause, fields, setError) === 0)
        toast(staffMessages.updateFailed('class pass', cause));
      setConfirming(null);
      return false;
    }
  };
  const submit = handleSubmit(async (body) => {
    if (changesTerms(pass, body)) setConfirming(body);
    else await save(body);
  });

  if (confirming !== null) {
    return (
      <EffectsDialog
        open
        onOpenChange={(open) => open || setConfirming(null)}
        title={`Change ${pass.name}?`}
        call={{ path, method: 'PUT', body: confirming }}
        confirmLabel="Save changes"
        isDanger={false}
        onConfirm={() => save(confirming)}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Edit ${pass.name}`}
      description="Passes that were sold keep their name, price, classes and expiry."
      size="lg"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Go back
          </Button>
          <Button type="submit" form={formId} busy={formState.isSubmitting}>
            {formState.isSubmitting ? 'Saving...' : 'Save changes'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="py-1">
        <PassFields form={form} proposesValidity={false} isSpecialOffer={pass.isSpecialOffer} />
      </form>
    </Dialog>
  );
}
