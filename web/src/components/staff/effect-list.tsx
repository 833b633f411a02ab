import type { Effects } from '#services/contract/dry-run.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { ScrollBox } from './scroll-box.tsx';

/** '1 booked · 2 waiting · 1 with an offer · 1 calendar · 4 emails' */
const formatStakes = ({ seats, waiting, offered, feeds }: NonNullable<Effects['stakes']>, emails: number) =>
  [
    `${seats} booked`,
    `${waiting} waiting`,
    `${offered} with an offer`,
    formatCount(feeds, 'calendar', 'calendars'),
    formatCount(emails, 'email', 'emails'),
  ].join(' · ');

/** '3 bookings keep their rule · 2 waiting · 1 email' */
const formatRuleEffects = ({ bookingsKept, waiting }: NonNullable<Effects['rules']>, emails: number) =>
  [
    formatCount(bookingsKept, 'booking keeps its rule', 'bookings keep their rule'),
    `${waiting} waiting`,
    formatCount(emails, 'email', 'emails'),
  ].join(' · ');

type EffectListProps = {
  effects: Effects /** Of the call, where several are listed. */;
  name?: string | undefined;
};

/** What a call would do, sentence by sentence, and to whom. */
export const EffectList = ({
  effects: { summary, people, stakes, rules, counts },
  name,
}: EffectListProps) => (
  <>
    <h3 className="font-semibold">{name ?? 'What will happen'}</h3>
    <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 marker:text-sea">
      {summary.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    {stakes && <p className="tabular mt-3 text-ink-muted text-sm">{formatStakes(stakes, counts.emails)}</p>}
    {rules && (
      <p className="tabular mt-3 text-ink-muted text-sm">{formatRuleEffects(rules, counts.emails)}</p>
    )}
    {people.length > 0 && (
      <ScrollBox
        label={name === undefined ? 'Who is affected' : `Who is affected: ${name}`}
        className="mt-4 max-h-56 overflow-y-auto"
      >
        <ul className="divide-y divide-sand">
          {people.map(({ userId, name, effect }) => (
            <li key={`${userId} ${effect}`} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
              <span className="font-medium">{name}</span>
              <span className="text-ink-muted">{effect}</span>
            </li>
          ))}
        </ul>
      </ScrollBox>
    )}
  </>
);
