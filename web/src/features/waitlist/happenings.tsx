import {
  Ban,
  BellRing,
  CircleCheck,
  Hourglass,
  LogIn,
  LogOut,
  type LucideIcon,
  Megaphone,
  SkipForward,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import type { WaitlistHappening } from '../../../../services/contract/waitlist.ts';
import { cx } from '../../components/ui/cx.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { happeningText } from './waitlist-words.ts';

const marks: Record<WaitlistHappening['what'], { icon: LucideIcon; look: string }> = {
  joined: { icon: LogIn, look: 'text-sea' },
  left: { icon: LogOut, look: 'text-ink-muted' },
  booked: { icon: CircleCheck, look: 'text-kelp' },
  offered: { icon: BellRing, look: 'text-coral-dark' },
  lapsed: { icon: Hourglass, look: 'text-amber' },
  skipped: { icon: SkipForward, look: 'text-amber' },
  announced: { icon: Megaphone, look: 'text-coral-dark' },
  class_cancelled: { icon: Ban, look: 'text-rust' },
};

const needsPass = ({ mine, what, reason }: WaitlistHappening): boolean =>
  mine && what === 'skipped' && reason !== 'overlap';

const hadTurn = ({ mine, what }: WaitlistHappening): boolean =>
  mine && (what === 'skipped' || what === 'lapsed');

/** Who gets in line behind someone changes nothing for them. */
const isOfInterest = ({ mine, what }: WaitlistHappening): boolean => mine || what !== 'joined';

/** Where each spot went and why, the latest first. */
export const Happenings = ({ happenings: all }: { happenings: readonly WaitlistHappening[] }) => {
  const happenings = all.filter(isOfInterest);
  if (happenings.length === 0) return null;
  return (
    <section aria-labelledby="happenings" className="mt-10 md:mt-14">
      <h2 id="happenings" className="mb-5 text-2xl">
        What has happened
      </h2>
      <ol>
        {happenings.map((happening, index) => {
          const { at, what, mine } = happening;
          const { icon: Icon, look } = marks[what];
          const before = happenings.slice(index + 1);
          return (
            <li
              key={`${at} ${what} ${before.length}`}
              className="relative pb-6 pl-9 last:pb-0 before:absolute before:top-7 before:bottom-1 before:left-2.5 before:w-px before:bg-sand last:before:hidden"
            >
              <Icon
                aria-hidden="true"
                strokeWidth={1.8}
                className={cx('absolute top-0.5 left-0 size-5', look)}
              />
              <p className={cx('leading-snug', mine && 'font-medium')}>
                {happeningText(happening, before.some(hadTurn))}{' '}
                {needsPass(happening) ? (
                  <Link to="/book-classes" className="text-link">
                    Buy Passes
                  </Link>
                ) : null}
              </p>
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
