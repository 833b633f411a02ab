import { zodResolver } from '@hookform/resolvers/zod';
import { useSWRConfig } from 'swr';
import type { AdminPass } from '#services/contract/admin-passes.ts';
import { EditTermsDialog } from '#web/components/staff/edit-terms-dialog.tsx';
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

export function EditPassDialog({ pass, onClose }: EditPassDialogProps) {
  const { mutate } = useSWRConfig();
  return (
    <EditTermsDialog<PassFormValues, PassFormBody>
      what="class pass"
      name={pass.name}
      description="Passes that were sold keep their name, price, classes and expiry."
      path={`${passesPath}/${pass.id}`}
      resolver={zodResolver(passForm)}
      defaultValues={toFormValues(pass)}
      fields={fields}
      seen={pickSeenPass(pass)}
      texts={passTexts}
      hasChangedTerms={(body) => hasChangedTerms(pass, body)}
      refresh={() => refreshPasses(mutate)}
      renderFields={(form) => (
        <PassFields form={form} proposesValidity={false} isSpecialOffer={pass.isSpecialOffer} />
      )}
      onClose={onClose}
    />
  );
}
