import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { CodeField } from '../staff-second-factor/code-field.tsx';

type CodeStepProps = {
  error: string | undefined;
  busy: boolean;
  onSubmit: (code: string) => void;
  onEdit: () => void;
  onStartAgain: () => void;
};

/** The second step of signing in: the code of the app, or a recovery code. */
export function CodeStep({ error, busy, onSubmit, onEdit, onStartAgain }: CodeStepProps) {
  const [code, setCode] = useState('');
  const [isRecovery, setIsRecovery] = useState(false);
  const edit = (value: string) => {
    setCode(value);
    onEdit();
  };
  return (
    <form
      noValidate
      aria-label="Two-step sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(code);
      }}
      className="flex flex-col gap-5"
    >
      <p role="status">
        Your password is right. Now the second step:{' '}
        {isRecovery
          ? 'one of your recovery codes. Each works once.'
          : 'open your authenticator app and type its code.'}
      </p>
      <CodeField
        key={isRecovery ? 'recovery' : 'app'}
        isRecovery={isRecovery}
        takesFocus
        error={error}
        value={code}
        onChange={(event) => edit(event.target.value)}
      />
      <Button type="submit" busy={busy} disabled={code.trim().length < 6}>
        {busy ? 'Signing in...' : 'Sign in'}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-3">
        <Button
          variant="quiet"
          size="sm"
          className="-ml-4"
          onClick={() => {
            setIsRecovery(!isRecovery);
            edit('');
          }}
        >
          {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
        </Button>
        <Button variant="quiet" size="sm" className="-mr-4" onClick={onStartAgain}>
          Start again
        </Button>
      </div>
    </form>
  );
}
