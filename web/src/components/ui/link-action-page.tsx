import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAddressSecret } from '#web/lib/use-address-secret.ts';
import { useLinkAction } from '#web/lib/use-link-action.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Notice } from './notice.tsx';
import { Page } from './page.tsx';

type Outcome = { title: string; children: ReactNode };

type LinkActionPageProps = {
  title: string;
  subtitle: string;
  postAction: (body: { token: string }) => Promise<unknown>;
  question: { title: string; text: string; label: string; busyLabel: string };
  done: Outcome;
  invalid: Outcome;
};

/** The page that an emailed link opens: asks before the link's action runs, then shows what came of it. */
export function LinkActionPage({
  title,
  subtitle,
  postAction,
  question,
  done,
  invalid,
}: LinkActionPageProps) {
  const { state, run } = useLinkAction(useAddressSecret('token'), postAction);
  const isRunning = state.kind === 'running';
  return (
    <Page title={title} subtitle={subtitle} width="narrow">
      {state.kind === 'done' || state.kind === 'invalid' ? null : (
        <Card className="md:p-8">
          <h2 className="text-2xl">{question.title}</h2>
          <p className="mt-2">{question.text}</p>
          <Button className="mt-6 max-sm:w-full" busy={isRunning} onClick={run}>
            {isRunning ? question.busyLabel : question.label}
          </Button>
          {state.kind === 'failed' ? (
            <Notice tone="error" className="mt-5">
              {state.message}
            </Notice>
          ) : null}
        </Card>
      )}
      <div aria-live="polite">
        {state.kind === 'done' ? <Notice tone="success" {...done} /> : null}
        {state.kind === 'invalid' ? <Notice tone="warning" {...invalid} /> : null}
      </div>
    </Page>
  );
}

export const AccountLink = () => (
  <Link to="/account" className="text-link">
    My Account
  </Link>
);
