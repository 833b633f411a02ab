import { Check } from 'lucide-react';
import { SpringLine } from '../../components/illustrations/spring-line.tsx';
import { Section } from '../../components/ui/section.tsx';
import { useStudio } from '../../lib/config.ts';
import { formatPounds } from '../../lib/money.ts';
import { useClassPasses } from '../passes/api/use-class-passes.ts';
import { membershipOffer, savingPercent } from './membership-offer.ts';

function Ask() {
  const { email } = useStudio();
  return (
    <p className="rounded-md bg-white/10 px-4 py-3">
      Memberships open soon.{' '}
      {email ? (
        <>
          Ask us at{' '}
          <a href={`mailto:${email}`} className="underline underline-offset-3 hover:no-underline">
            {email}
          </a>
          .
        </>
      ) : (
        'Ask us at the studio.'
      )}
    </p>
  );
}

/** The monthly membership: what it costs, and what that makes of a class. */
export function MembershipTeaser() {
  const { passes } = useClassPasses();
  const { pounds, classes } = membershipOffer;
  const perClass = pounds / classes;
  const saving = savingPercent(perClass, passes);
  const points = [
    `${classes} classes a month`,
    `${formatPounds(perClass)} per class${saving === null ? '' : `, a saving of ${saving}%`}`,
    'Priority booking, up to 7 days ahead',
    'Month to month: cancel when you like',
  ];
  return (
    <Section id="membership">
      <div className="grid gap-8 lg:grid-cols-[1fr_1.25fr] lg:items-center lg:gap-16">
        <header>
          <h2 id="membership-title" className="text-3xl md:text-4xl">
            Come often, pay less
          </h2>
          <p className="mt-4 max-w-md text-ink-muted text-lg">
            For those who make it a habit: one price a month, twelve classes to spend in it, and first choice
            of the timetable.
          </p>
        </header>
        <article
          aria-labelledby="monthly-membership"
          className="relative overflow-hidden rounded-card bg-ink text-white [&_:focus-visible]:outline-sun"
        >
          <SpringLine className="mt-7 ml-6 h-14 w-[68rem] max-w-none text-sun md:ml-9 md:h-17" />
          <div className="grid gap-7 px-6 pt-5 pb-7 sm:grid-cols-[auto_1fr] sm:gap-12 md:px-9 md:pb-9">
            <div>
              <h3
                id="monthly-membership"
                className="font-sans font-semibold text-base text-sun tracking-normal"
              >
                Monthly Membership
              </h3>
              <p className="mt-2 flex items-baseline gap-2">
                <span className="font-display text-5xl">{formatPounds(pounds)}</span>
                <span className="text-white/85">a month</span>
              </p>
            </div>
            <ul className="flex flex-col gap-2.5">
              {points.map((point) => (
                <li key={point} className="flex gap-3">
                  <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-sun" strokeWidth={2.2} />
                  {point}
                </li>
              ))}
            </ul>
            <div className="sm:col-span-2">
              <Ask />
            </div>
          </div>
        </article>
      </div>
    </Section>
  );
}
