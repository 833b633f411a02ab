import { CalmSea } from '#web/components/illustrations/calm-sea.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { useAuth } from './auth-context.tsx';

/** Shown to visitors in place of a member's page. */
export const SignInRequired = ({ title = 'Sign in required', text }: { title?: string; text: string }) => {
  const { openAuth } = useAuth();
  return (
    <EmptyState
      illustration={<CalmSea />}
      title={title}
      text={text}
      action={<Button onClick={() => openAuth()}>Sign In</Button>}
    />
  );
};
