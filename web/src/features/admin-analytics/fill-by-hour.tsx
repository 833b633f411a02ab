import type { TrendsAnswer } from '#services/contract/analytics.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import { ScrollBox } from '#web/components/staff/scroll-box.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useTrends } from './use-figures.ts';

type Slot = TrendsAnswer['fill'][number];

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Five shades; each cell also shows its number. */
const getShadeClasses = (percentage: number): string => {
  if (percentage >= 90) return 'bg-sea-dark text-on-accent';
  if (percentage >= 75) return 'bg-sea text-on-accent';
  if (percentage >= 50) return 'bg-sea-tint text-sea-dark';
  return percentage >= 25 ? 'bg-sand text-ink' : 'bg-sand-soft text-ink';
};

const Cell = ({ slot }: { slot: Slot | undefined }) => (
  <td className="p-0.5 text-center">
    {slot === undefined ? (
      <span className="text-ink-muted">
        <span aria-hidden="true">·</span>
        <span className="sr-only">no class</span>
      </span>
    ) : (
      <span
        title={`${slot.booked} of ${slot.capacity} places in ${slot.classes} classes`}
        className={cx(
          'block rounded-sm px-2 py-2 text-sm tabular-nums',
          getShadeClasses(slot.fillPercentage),
        )}
      >
        {Math.round(slot.fillPercentage)}%
      </span>
    )}
  </td>
);

const FillGrid = ({ fill }: { fill: readonly Slot[] }) => {
  const hours = [...new Set(fill.map(({ hour }) => hour))].toSorted((a, b) => a - b);
  return (
    <ScrollBox label="How full classes are, by day and hour" className="p-3">
      <table className="w-full min-w-120 border-collapse">
        <caption className="sr-only">How full classes were in the last 8 weeks, by weekday and hour</caption>
        <thead>
          <tr>
            <th scope="col" className="px-2 text-left font-semibold text-ink-muted text-sm">
              Hour
            </th>
            {weekdays.map((name) => (
              <th key={name} scope="col" className="px-2 py-1 font-semibold text-ink-muted text-sm">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour}>
              <th scope="row" className="px-2 text-left font-semibold text-sm tabular-nums">
                {String(hour).padStart(2, '0')}:00
              </th>
              {weekdays.map((name, index) => (
                <Cell
                  key={name}
                  slot={fill.find((slot) => slot.weekday === index + 1 && slot.hour === hour)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
};

/** How full the classes of the last weeks were, by weekday and hour. */
export const FillByHour = () => {
  const { data, error } = useTrends();
  if (error) return null;
  return (
    <Panel
      title="Fill by day and hour"
      intro="Classes held in the last 8 weeks. A darker field is a fuller class."
    >
      {data === undefined && <Skeleton className="h-64" />}
      {data && data.fill.length > 0 && <FillGrid fill={data.fill} />}
      {data && data.fill.length === 0 && (
        <p className="text-ink-muted">No class has been held in the last 8 weeks.</p>
      )}
    </Panel>
  );
};
