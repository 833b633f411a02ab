import { type ComponentProps, type RefCallback, useEffect, useRef } from 'react';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';

type CodeFieldProps = Omit<ComponentProps<typeof Input>, 'ref'> & {
  /** The form's, which reads the value from the element. */
  ref?: RefCallback<HTMLInputElement> | undefined;
  error: string | undefined;
  /** A recovery code has letters; the app's code has six digits. */
  isRecovery?: boolean | undefined;
  /** Takes the focus when the field appears and when its code is refused. */
  takesFocus?: boolean | undefined;
};

/** The field of a one-time code. */
export function CodeField({ error, isRecovery = false, takesFocus = false, ref, ...input }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!takesFocus && error === undefined) return;
    field.current?.focus();
    field.current?.select();
  }, [takesFocus, error]);
  const kind = isRecovery
    ? ({ autoComplete: 'off', inputMode: 'text', autoCapitalize: 'characters', maxLength: 40 } as const)
    : ({ autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 7 } as const);
  return (
    <Field
      label={isRecovery ? 'Recovery code' : 'Code from your app'}
      hint={
        isRecovery ? 'One of those you stored, such as 3K7Q-MPRS-TVWX-YZ23' : '6 digits, new every 30 seconds'
      }
      error={error}
    >
      {(control) => (
        <Input
          {...control}
          {...kind}
          {...input}
          ref={(element) => {
            field.current = element;
            ref?.(element);
          }}
          required
          spellCheck={false}
          className="font-medium tabular-nums tracking-widest"
        />
      )}
    </Field>
  );
}
