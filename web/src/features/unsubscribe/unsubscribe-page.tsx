import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Page } from '../../components/ui/page.tsx';
import { useStudio } from '../../lib/config.ts';
import { useLinkAction } from '../../lib/use-link-action.ts';
import { unsubscribe } from './api/unsubscribe.ts';

const ToAccount = ({ children }: { children: ReactNode }) => (
  <Link to="/account" className="text-link">
    {children}
  </Link>
);

const Invalid = () => {
  const { email } = useStudio();
  return (
    <Notice tone="warning" title="This link is not valid">
      <p>
        It may be incomplete. Please use the link in our latest newsletter, change it in{' '}
        <ToAccount>My Account</ToAccount>
        {email ? (
          <>
            , or write to{' '}
            <a href={`mailto:${email}`} className="text-link">
              {email}
            </a>
          </>
        ) : null}
        .
      </p>
    </Notice>
  );
};

/** /unsubscribe: where the link in a newsletter leads. Works for whoever holds the link, signed in or not. */
export const UnsubscribePage = () => {
  const [query] = useSearchParams();
  const { state, run } = useLinkAction(query.get('token') || null, unsubscribe);
  const isOpen = state.kind === 'asking' || state.kind === 'running' || state.kind === 'failed';
  return (
    <Page title="Newsletter" subtitle="New classes, and now and then an offer." width="narrow">
      {isOpen ? (
        <Card className="md:p-8">
          <h2 className="text-2xl">Shall we stop writing?</h2>
          <p className="mt-2">
            You will get no more newsletters. Emails about your bookings, passes and membership still come.
          </p>
          <Button className="mt-6 max-sm:w-full" busy={state.kind === 'running'} onClick={run}>
            {state.kind === 'running' ? 'Unsubscribing...' : 'Unsubscribe'}
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
          <Notice tone="success" title="You are unsubscribed">
            <p>
              We have taken you off the list. If you change your mind, you find the newsletter in{' '}
              <ToAccount>My Account</ToAccount>.
            </p>
          </Notice>
        ) : null}
        {state.kind === 'invalid' ? <Invalid /> : null}
      </div>
    </Page>
  );
};
