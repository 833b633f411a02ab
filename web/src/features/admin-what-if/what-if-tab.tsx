import { useState } from 'react';
import type { WhatIfAnswer } from '#services/contract/what-if.ts';
import { LoadFailure } from '#web/components/staff/load-failure.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { request } from '#web/lib/http.ts';
import { useRead } from '#web/lib/use-read.ts';
import { AnswerView } from './answer-view.tsx';
import { QuestionForm, whatIfPath } from './question-form.tsx';

const POLL_MS = 500;

const Progress = ({ progress, onCancel }: { progress: number; onCancel: () => void }) => (
  <div className="flex flex-wrap items-center gap-4 rounded-card border border-sand bg-surface p-4">
    <label className="flex min-w-0 grow basis-60 flex-col gap-1">
      <span>Repeating the history</span>
      <progress className="w-full accent-sea" value={progress} max={1} />
    </label>
    <Button variant="secondary" onClick={onCancel}>
      Cancel
    </Button>
  </div>
);

/** One run: its progress, then its answer. */
function Run({ runId, onState }: { runId: string; onState: (isRunning: boolean) => void }) {
  const [offset, setOffset] = useState(0);
  const { data, hasFailed, error, retry } = useRead<WhatIfAnswer>(`${whatIfPath}/${runId}?offset=${offset}`, {
    refreshInterval: (latest?: WhatIfAnswer) =>
      latest === undefined || latest.state === 'running' ? POLL_MS : 0,
    keepPreviousData: true,
    onSuccess: ({ state }: WhatIfAnswer) => onState(state === 'running'),
    onError: () => onState(false),
  });
  if (hasFailed) return <LoadFailure what="answer" error={error} retry={retry} />;
  if (data === undefined) return null;
  const cancel = async () => {
    await request(`${whatIfPath}/${runId}`, { method: 'DELETE' });
    retry();
  };
  switch (data.state) {
    case 'running':
      return <Progress progress={data.progress} onCancel={() => void cancel()} />;
    case 'cancelled':
      return <Notice>The question was cancelled. Nothing was changed.</Notice>;
    case 'failed':
      return (
        <Notice tone="error" title="The history could not be repeated">
          Nothing was changed. Please ask again; if it goes wrong again, tell who runs the installation.
        </Notice>
      );
    case 'done':
      return <AnswerView answer={data} offset={offset} onPage={setOffset} />;
  }
}

/** What other rules would have done: a question about the past, which changes nothing. */
export const WhatIfTab = () => {
  const [runId, setRunId] = useState<string>();
  const [isRunning, setIsRunning] = useState(false);
  return (
    <div className="flex flex-col gap-10">
      <Panel
        title="What if"
        intro="What these days would have been under other rules, with everyone doing what they did. It changes nothing."
      >
        <QuestionForm
          isRunning={isRunning}
          onAsked={(id) => {
            setRunId(id);
            setIsRunning(true);
          }}
        />
      </Panel>
      <div aria-live="polite">{runId && <Run key={runId} runId={runId} onState={setIsRunning} />}</div>
    </div>
  );
};
