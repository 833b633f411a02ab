import {
  Ban,
  BellRing,
  CircleCheck,
  CircleHelp,
  Hourglass,
  LogIn,
  LogOut,
  type LucideIcon,
  Megaphone,
  SkipForward,
  Undo2,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import type { WaitlistEvent } from '#services/contract/waitlist.ts';
import { cx } from '#web/components/ui/cx.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { describeHappening } from './waitlist-happenings.ts';

const icons: Record<WaitlistEvent['what'], { icon: LucideIcon; color: string }> = {
  joined: { icon: LogIn, color: 'text-sea' },
  left: { icon: LogOut, color: 'text-ink-muted' },
  booked: { icon: CircleCheck, color: 'text-kelp' },
  offered: { icon: BellRing, color: 'text-coral-dark' },
  lapsed: { icon: Hourglass, color: 'text-amber' },
  withdrawn: { icon: Undo2, color: 'text-amber' },
  asked: { icon: CircleHelp, color: 'text-coral-dark' },
  confirmed: { icon: CircleCheck, color: 'text-sea' },
  skipped: { icon: SkipForward, color: 'text-amber' },
  announced: { icon: Megaphone, color: 'text-coral-dark' },
  class_cancelled: { icon: Ban, color: 'text-rust' },
};

const needsPass = ({ mine, what, reason }: WaitlistEvent): boolean =>
  mine && what === 'skipped' && reason !== 'overlap';

/** The member was considered for a spot and did not get it. */
const wasConsidered = ({ mine, what }: WaitlistEvent): boolean =>
  mine && (what === 'skipped' || what === 'lapsed' || what === 'withdrawn');

/** Others join behind the member, which changes nothing for the member. */
const isRelevant = ({ mine, what }: WaitlistEvent): boolean => mine || what !== 'joined';

/** Which spots came free and who got them, the latest first. */
export const WaitlistHistory = ({ happenings: all }: { happenings: readonly WaitlistEvent[] }) => {
  const happenings = all.filter(isRelevant);
  if (happenings.length === 0) return null;
  return (
    <section aria-labelledby="happenings" className="mt-10 md:mt-14">
      <h2 id="happenings" className="mb-5 text-2xl">
        What has happened
      </h2>
      <ol>
        {happenings.map((happening, index) => {
          const { at, what, mine, rule } = happening;
          const { icon: Icon, color } = icons[what];
          const earlier = happenings.slice(index + 1);
          return (
            <li
              key={`${at} ${what} ${earlier.length}`}
              className="relative pb-6 pl-9 last:pb-0 before:absolute before:top-7 before:bottom-1 before:left-2.5 before:w-px before:bg-sand last:before:hidden"
            >
              <Icon
                aria-hidden="true"
                strokeWidth={1.8}
                className={cx('absolute top-0.5 left-0 size-5', color)}
              />
              <p className={cx('leading-snug', mine && 'font-medium')}>
                {describeHappening(happening, earlier.some(wasConsidered))}{' '}
                {needsPass(happening) ? (
                  <Link to="/book-classes" className="text-link">
                    Buy Passes
                  </Link>
                ) : null}
              </p>
              {rule && <p className="text-ink-muted text-sm leading-snug">{rule}</p>}
              <p className="tabular text-ink-muted text-sm">
                <time dateTime={at}>{formatDayTime(at)}</time>
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
};
