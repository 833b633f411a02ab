import type { ReactNode } from 'react';
import { Panel } from '#web/components/staff/panel.tsx';
import { ScrollBox } from '#web/components/staff/scroll-box.tsx';
import type { ChangeGroup } from './comparison.ts';

const headLook = 'px-3 py-2 md:px-4 font-semibold text-ink-muted text-sm';

const Group = ({ title, changes }: ChangeGroup) => (
  <ScrollBox label={`What changed: ${title}`}>
    <table className="w-full border-collapse text-left tabular-nums">
      <caption className="px-4 pt-3 pb-1 text-left font-display text-lg">
        <span className="wrap-anywhere">{title}</span>
      </caption>
      <thead>
        <tr className="border-sand border-b">
          <th scope="col" className={headLook}>
            What
          </th>
          <th scope="col" className={`${headLook} text-right`}>
            From
          </th>
          <th scope="col" className={`${headLook} text-right`}>
            To
          </th>
          <th scope="col" className={`${headLook} text-right`}>
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

type ComparisonPanelProps = { groups: readonly ChangeGroup[]; between: number; children: ReactNode };

/** What is not as it was, and the events that made it so. */
export const ComparisonPanel = ({ groups, between, children }: ComparisonPanelProps) => (
  <Panel
    title="What changed between"
    intro={
      between === 0
        ? 'No event lies between the two moments.'
        : `${between === 1 ? 'One event lies' : `${between} events lie`} between the two moments.`
    }
  >
    {groups.length === 0 ? (
      <p className="text-ink-muted">It stands as it stood.</p>
    ) : (
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {groups.map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </div>
    )}
    {between > 0 && children}
  </Panel>
);
