import { Link, useSearchParams } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Page } from '../../components/ui/page.tsx';
import { useLinkAction } from '../../lib/use-link-action.ts';
import { confirmEmail } from './api/confirm-email.ts';

const ToAccount = () => (
  <Link to="/account" className="text-link">
    My Account
  </Link>
);

/** /confirm-email: where the link to a new address leads. Works for whoever holds it, signed in or not. */
export const ConfirmEmailPage = () => {
  const [query] = useSearchParams();
  const { state, run } = useLinkAction(query.get('token') || null, confirmEmail);
  const isOpen = state.kind === 'asking' || state.kind === 'running' || state.kind === 'failed';
  return (
    <Page title="Confirm Your Email" subtitle="Your new address, one click away." width="narrow">
      {isOpen ? (
        <Card className="md:p-8">
          <h2 className="text-2xl">Is this where we should write to you?</h2>
          <p className="mt-2">
            You sign in with this address from then on. We tell the old one that it was changed.
          </p>
          <Button className="mt-6 max-sm:w-full" busy={state.kind === 'running'} onClick={run}>
            {state.kind === 'running' ? 'Confirming...' : 'Confirm this address'}
          </Button>
          {state.kind === 'failed' ? (
            <Notice tone="error" className="mt-5">
              {state.message}
            </Notice>
          ) : null}
        </Card>
      ) : null}
      <div aria-live="polite">
        {state.kind === 'done' ? (
          <Notice tone="success" title="Your email address is changed">
            <p>
              Sign in with it from now on. Where you are signed in, you stay so. You find everything else in{' '}
              <ToAccount />.
            </p>
          </Notice>
        ) : null}
        {state.kind === 'invalid' ? (
          <Notice tone="warning" title="This link can't be used">
            <p>
              It works once, for one hour, and only while you have not asked for another. You can get a new
              one in <ToAccount />.
            </p>
          </Notice>
        ) : null}
      </div>
    </Page>
  );
};
