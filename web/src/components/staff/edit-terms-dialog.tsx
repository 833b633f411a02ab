import { type ReactNode, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { toast } from '../ui/toast.ts';
import { EffectsDialog } from './effects-dialog.tsx';
import type { FactText } from './fact-texts.ts';
import { FormDialog } from './form-dialog.tsx';
import { staffMessages } from './staff-messages.ts';
import { useFormFailure } from './use-form-failure.ts';
import { type Seen, useSeenEdit } from './use-seen-edit.tsx';

type EditTermsDialogProps<Values extends FieldValues, Body extends object> = {
  /** What is edited. */
  what: 'class pass' | 'plan';
  name: string;
  description: string;
  path: string;
  resolver: Resolver<Values, unknown, Body>;
  defaultValues: DefaultValues<Values>;
  /** The fields that show the server's issues. */
  fields: readonly FieldPath<Values>[];
  /** What the page showed of it, and the words for its facts. */
  seen: Seen;
  texts: Readonly<Record<string, FactText>>;
  hasChangedTerms: (body: Body) => boolean;
  refresh: () => Promise<unknown>;
  renderFields: (form: UseFormReturn<Values, unknown, Body>) => ReactNode;
  onClose: () => void;
};

/** Changes something on sale. A change of its terms is confirmed once its effects are listed. */
export function EditTermsDialog<Values extends FieldValues, Body extends object>({
  what,
  name,
  description,
  path,
  resolver,
  defaultValues,
  fields,
  seen,
  texts,
  hasChangedTerms,
  refresh,
  renderFields,
  onClose,
}: EditTermsDialogProps<Values, Body>) {
  const { send, question } = useSeenEdit(texts);
  const [confirming, setConfirming] = useState<{ body: Body } | null>(null);
  const form = useForm<Values, unknown, Body>({ resolver, defaultValues });
  const { handleSubmit, setError, formState } = form;
  const { isSubmitting, isDirty } = formState;
  const { failure, clearFailure, showFailure } = useFormFailure(
    setError,
    fields,
    staffMessages.updateFailed(what),
  );
  // Also while the effects are confirmed.
  useUnsavedChanges(isDirty, isSubmitting);

  const onSaved = async () => {
    toast(staffMessages.updated(what));
    await refresh();
    onClose();
  };
  const onFailed = (cause: unknown) => {
    setConfirming(null);
    showFailure(cause);
  };
  const submit = handleSubmit(async (body) => {
    clearFailure();
    if (hasChangedTerms(body)) setConfirming({ body });
    else
      await send({ path, method: 'PUT', body }, seen, onClose)
        .then((answer) => (answer === null ? undefined : onSaved()))
        .catch(onFailed);
  });

  if (confirming !== null) {
    return (
      <EffectsDialog
        title={`Change ${name}?`}
        call={{ path, method: 'PUT', body: confirming.body }}
        seen={seen}
        texts={texts}
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
      title={`Edit ${name}`}
      description={description}
      size="lg"
      busy={isSubmitting}
      isUnsaved={isDirty}
      failure={failure}
      className="py-1"
      onSubmit={submit}
      onClose={onClose}
    >
      {renderFields(form)}
      {question}
    </FormDialog>
  );
}
