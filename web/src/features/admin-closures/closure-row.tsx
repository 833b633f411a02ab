import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminClosure } from '#services/contract/closures.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { Badge, type Tone } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { getErrorMessage } from '#web/lib/api-error.ts';
import { error as errorToast, success } from '#web/lib/toast-message.ts';
import { formatDays } from './format-days.ts';
import { closuresPath, refreshClosures } from './refresh-closures.ts';

const states: Readonly<Record<AdminClosure['state'], { label: string; tone: Tone }>> = {
  ahead: { label: 'Ahead', tone: 'sea' },
  now: { label: 'Closed now', tone: 'coral' },
  over: { label: 'Over', tone: 'neutral' },
  lifted: { label: 'Lifted', tone: 'neutral' },
};

/** One closure, which can be lifted until it is over. */
export function ClosureRow({ closure }: { closure: AdminClosure }) {
  const { mutate } = useSWRConfig();
  const [isLifting, setLifting] = useState(false);
  const { id, reason, state } = closure;
  const days = formatDays(closure);
  const { label, tone } = states[state];
  return (
    <article
      aria-label={`${reason}, ${days}`}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-sand bg-surface p-4 md:px-5"
    >
      <div className="min-w-0">
        <p className="break-words font-medium">{reason}</p>
        <p className="text-ink-muted">{days}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={tone}>{label}</Badge>
        {state === 'ahead' || state === 'now' ? (
          <Button variant="secondary" onClick={() => setLifting(true)}>
            Lift
          </Button>
        ) : null}
      </div>
      {isLifting ? (
        <EffectsDialog
          title={`Open on ${days} after all?`}
          call={{ path: `${closuresPath}/${id}`, method: 'DELETE' }}
          confirmLabel="Lift closing days"
          onSuccess={() => {
            toast(success('Closing days lifted', `${days}: classes can be scheduled again.`));
            return refreshClosures(mutate);
          }}
          onFailure={(cause) => toast(errorToast('Not lifted', getErrorMessage(cause, 'Please try again.')))}
          onClose={() => setLifting(false)}
        />
      ) : null}
    </article>
  );
}
