import { Link } from 'react-router-dom';
import type { WhatIfAnswer } from '#services/contract/what-if.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import { CardLabel, CardRow, CardTable, Cell, HeadCell } from '#web/components/table/card-table.tsx';
import { BulletList } from '#web/components/ui/bullet-list.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { lazyPart } from '#web/components/ui/lazy-parts.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatWallDate } from '#web/lib/london-time.ts';
import { formatCount, formatNumber } from '#web/lib/numbers.ts';
import { describeDifference, figureTexts, formatDifference, formatFigure } from './figure-texts.ts';

const SweepChart = lazyPart(() => import('./sweep-chart.tsx').then((m) => m.SweepChart), {
  fallback: <Skeleton className="h-80" />,
  missing: { title: 'The chart did not load', text: 'The figures above are complete.' },
});

const columns = ['Was', 'Would be', 'Difference'] as const;

const Figures = ({ figures }: Pick<WhatIfAnswer, 'figures'>) => (
  <CardTable
    caption="Each figure as it was and as it would be"
    head={
      <>
        <HeadCell className="px-4 py-3">Figure</HeadCell>
        {columns.map((name) => (
          <HeadCell key={name} className="px-4 py-3 text-right">
            {name}
          </HeadCell>
        ))}
      </>
    }
  >
    {figureTexts.map(({ name, label }) => {
      const { was = 0, wouldBe = 0, difference = 0 } = figures[name] ?? {};
      const texts = [
        formatFigure(name, was),
        formatFigure(name, wouldBe),
        formatDifference(name, difference),
      ];
      return (
        <CardRow key={name}>
          <Cell className="px-4 py-3 font-medium max-md:block max-md:px-0 max-md:pt-0">{label}</Cell>
          {columns.map((column, index) => (
            <Cell
              key={column}
              className={`px-4 py-3 text-right max-md:flex max-md:justify-between max-md:px-0 max-md:py-1 ${index === 2 && difference !== 0 ? 'font-semibold' : ''}`}
            >
              <CardLabel>{column}</CardLabel>
              {texts[index]}
            </Cell>
          ))}
        </CardRow>
      );
    })}
  </CardTable>
);

const deskPath = (subject: Record<string, string>): string => `/audit?${new URLSearchParams(subject)}`;

type DifferencesProps = {
  answer: WhatIfAnswer;
  offset: number;
  onPage: (offset: number) => void;
};

/** Every single difference, by the ids under which the auditor's desk shows its class and its member. */
const Differences = ({ answer: { differences, differenceCount }, offset, onPage }: DifferencesProps) => {
  const end = offset + differences.length;
  return (
    <Panel
      title="Each difference"
      intro="Names are shown at the auditor’s desk only, where looking at them is recorded."
    >
      <ol className="rounded-card border border-sand bg-surface">
        {differences.map((difference) => {
          const { position, classId, memberId, outcome, wouldBe } = difference;
          return (
            <li
              key={`${position} ${outcome} ${wouldBe} ${classId} ${memberId}`}
              className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-sand px-4 py-3 not-first:border-t"
            >
              <span className="min-w-0">{describeDifference(difference)}.</span>
              <span className="flex flex-wrap gap-x-4 text-sm">
                <Link className="text-link" to={deskPath({ class: String(classId) })}>
                  Class {classId}
                </Link>
                <Link className="text-link" to={deskPath({ member: memberId })}>
                  Member {memberId.slice(0, 8)}
                </Link>
                <span className="tabular text-ink-muted">event {position}</span>
              </span>
            </li>
          );
        })}
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="tabular text-ink-muted text-sm">
          {formatNumber(offset + 1)} to {formatNumber(end)} of {formatNumber(differenceCount)}
        </p>
        <div className="flex gap-2">
          <Button
            variant="secondary"
            size="sm"
            disabled={offset === 0}
            onClick={() => onPage(Math.max(0, offset - differences.length))}
          >
            Earlier
          </Button>
          <Button variant="secondary" size="sm" disabled={end >= differenceCount} onClick={() => onPage(end)}>
            Later
          </Button>
        </div>
      </div>
    </Panel>
  );
};

/** The answer to a what-if. */
export const AnswerView = ({ answer, offset, onPage }: DifferencesProps) => {
  const { figures, from, to, events, differenceCount, sweep, heldFixed, rules } = answer;
  return (
    <div className="flex flex-col gap-10">
      <Panel
        title={`${formatWallDate(from)} to ${formatWallDate(to)}`}
        intro={
          differenceCount === 0
            ? `Nothing would have been different. ${formatCount(events, 'event was', 'events were')} repeated.`
            : `${formatCount(differenceCount, 'difference', 'differences')} in ${formatCount(events, 'event', 'events')}.`
        }
        tools={
          <Button asChild variant="secondary" size="sm">
            <Link to="/admin?tab=settings">Go to the rules</Link>
          </Button>
        }
      >
        <Figures figures={figures} />
      </Panel>
      {sweep && <SweepChart sweep={sweep} asked={rules[sweep.key]} />}
      {differenceCount > 0 && <Differences answer={answer} offset={offset} onPage={onPage} />}
      <Panel title="What it takes as it was">
        <BulletList>
          {heldFixed.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </BulletList>
      </Panel>
    </div>
  );
};
