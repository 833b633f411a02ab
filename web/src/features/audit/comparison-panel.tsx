import type { ReactNode } from 'react';
import { Panel } from '#web/components/staff/panel.tsx';
import { ScrollBox } from '#web/components/staff/scroll-box.tsx';
import type { ChangeGroup } from './comparison.ts';

const headClasses = 'px-3 py-2 md:px-4 font-semibold text-ink-muted text-sm';

const ChangeTable = ({ title, changes }: ChangeGroup) => (
  <ScrollBox label={`What changed: ${title}`}>
    <table className="w-full border-collapse text-left tabular-nums">
      <caption className="px-4 pt-3 pb-1 text-left font-display text-lg">
        <span className="wrap-anywhere">{title}</span>
      </caption>
      <thead>
        <tr className="border-sand border-b">
          <th scope="col" className={headClasses}>
            What
          </th>
          <th scope="col" className={`${headClasses} text-right`}>
            From
          </th>
          <th scope="col" className={`${headClasses} text-right`}>
            To
          </th>
          <th scope="col" className={`${headClasses} text-right`}>
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ what, from, to, by }) => (
          <tr key={what} className="border-sand not-first:border-t">
            <th scope="row" className="px-3 py-2 md:px-4 font-normal wrap-anywhere">
              {what}
            </th>
            <td className="px-3 py-2 md:px-4 text-right">{from}</td>
            <td className="px-3 py-2 md:px-4 text-right">{to}</td>
            <td className="px-3 py-2 md:px-4 whitespace-nowrap text-right font-semibold">
              {by ?? 'changed'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
);

type ComparisonPanelProps = { groups: readonly ChangeGroup[]; eventCount: number; children: ReactNode };

/** The changes between two moments, with the events in between. */
export const ComparisonPanel = ({ groups, eventCount, children }: ComparisonPanelProps) => (
  <Panel
    title="What changed between"
    intro={
      eventCount === 0
        ? 'No event lies between the two moments.'
        : `${eventCount === 1 ? 'One event lies' : `${eventCount} events lie`} between the two moments.`
    }
  >
    {groups.length === 0 ? (
      <p className="text-ink-muted">It stands as it stood.</p>
    ) : (
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {groups.map((group) => (
          <ChangeTable key={group.title} {...group} />
        ))}
      </div>
    )}
    {eventCount > 0 && children}
  </Panel>
);
