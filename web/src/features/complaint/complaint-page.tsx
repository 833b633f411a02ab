import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type ComplaintBody, type ComplaintForm, complaintBody } from '#services/contract/complaints.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { messages } from '#web/lib/messages.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useIdempotentPost } from '#web/lib/use-idempotent-post.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { EmailField, NameField } from '../auth/contact-fields.tsx';
import { ExternalLink, PageLink } from '../legal/legal-parts.tsx';

const fields = ['name', 'email', 'text'] as const;

function ComplaintFormView({ onDone }: { onDone: (email: string) => void }) {
  const { user } = useAuth();
  const { register, handleSubmit, setError, formState } = useForm<ComplaintForm, unknown, ComplaintBody>({
    resolver: zodResolver(complaintBody),
    defaultValues: { name: user?.name ?? '', email: user?.email ?? '', text: '' },
  });
  const idempotentPost = useIdempotentPost();
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedChanges(isDirty, isSubmitting);

  const submit = handleSubmit(async (complaint) => {
    try {
      await idempotentPost('/api/complaints', complaint);
      onDone(complaint.email);
    } catch (cause) {
      if (setFieldErrors(cause, fields, setError) === 0) toast(messages.interestFailed(cause));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <NameField error={errors.name?.message} {...register('name')} />
      <EmailField error={errors.email?.message} {...register('email')} />
      <Field
        label="What went wrong?"
        hint="What we did with your data, or did not do, and what you would like us to do about it."
        error={errors.text?.message}
      >
        {(control) => <Textarea {...control} {...register('text')} rows={6} required />}
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting} className="self-start max-sm:w-full">
        {isSubmitting ? 'Sending...' : 'Send complaint'}
      </Button>
      <p className="max-w-prose text-ink-muted text-sm">
        What you write is encrypted, read by the studio’s management alone, and erased 24 months after our
        last answer. More is in the <PageLink page="/privacy-policy">privacy policy</PageLink>. You can also
        go straight to the{' '}
        <ExternalLink href="https://ico.org.uk/make-a-complaint/">
          Information Commissioner’s Office
        </ExternalLink>
        .
      </p>
    </form>
  );
}

/** /complaints: anyone complains about how the studio uses their personal data. */
export function ComplaintPage() {
  const { user } = useAuth();
  const [sentEmail, setSentEmail] = useState<string | null>(null);
  return (
    <Page
      title="Complain About Your Data"
      subtitle="Tell us what we got wrong with your personal data. We confirm by email that it reached us, and answer you within 30 days."
      width="narrow"
    >
      {/* A member who is recognised only now finds their name filled in. */}
      {sentEmail === null && <ComplaintFormView key={user?.id ?? 'visitor'} onDone={setSentEmail} />}
      <div aria-live="polite">
        {sentEmail !== null && (
          <Notice tone="success" title="We have your complaint">
            <p>
              A confirmation is on its way to <span className="wrap-anywhere">{sentEmail}</span>. We answer
              you there within 30 days.
            </p>
          </Notice>
        )}
      </div>
    </Page>
  );
}
