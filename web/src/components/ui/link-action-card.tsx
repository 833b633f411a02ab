import type { useLinkAction } from '#web/lib/use-link-action.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Notice } from './notice.tsx';

type LinkActionCardProps = {
  action: ReturnType<typeof useLinkAction>;
  title: string;
  text: string;
  label: string;
  busyLabel: string;
};

/** Confirms the action of an emailed link before it runs; renders nothing once it is done or the link is invalid. */
export function LinkActionCard({
  action: { state, run },
  title,
  text,
  label,
  busyLabel,
}: LinkActionCardProps) {
  if (state.kind === 'done' || state.kind === 'invalid') return null;
  const isRunning = state.kind === 'running';
  return (
    <Card className="md:p-8">
      <h2 className="text-2xl">{title}</h2>
      <p className="mt-2">{text}</p>
      <Button className="mt-6 max-sm:w-full" busy={isRunning} onClick={run}>
        {isRunning ? busyLabel : label}
      </Button>
      {state.kind === 'failed' ? (
        <Notice tone="error" className="mt-5">
          {state.message}
        </Notice>
      ) : null}
    </Card>
  );
}
