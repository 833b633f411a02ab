import type { Person } from '#services/contract/person.ts';
import { formatDate, formatDayTime, formatWallDate } from '#web/lib/london-time.ts';
import { addressFaultTexts } from '../admin-members/address-fault-texts.ts';

const linkClasses = 'text-link inline-block min-h-6 break-words leading-6';

/** How to reach the member, and what else is known of them. */
export function ContactCard({
  member,
  dateOfBirth,
  lastSignedInAt,
}: Pick<Person, 'member' | 'dateOfBirth' | 'lastSignedInAt'>) {
  const { email, phone, emailVerified, addressFault, createdAt } = member;
  const facts = [
    ['Joined', formatDate(createdAt)],
    ['Last signed in', lastSignedInAt === null ? 'Not noted' : formatDayTime(lastSignedInAt)],
    ...(dateOfBirth === null ? [] : [['Born', formatWallDate(dateOfBirth)]]),
  ] as const;
  return (
    <section aria-label="Contact" className="flex flex-col gap-3">
      <div>
        <a href={`mailto:${email}`} className={`${linkClasses} break-all`}>
          {email}
        </a>
        {!emailVerified && <p className="text-ink-muted text-sm">Address not confirmed</p>}
        {addressFault !== null && (
          <p className="text-rust text-sm">Email: {addressFaultTexts[addressFault]}</p>
        )}
      </div>
      <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={`${linkClasses} self-start`}>
        {phone}
      </a>
      <dl className="tabular grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {facts.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-ink-muted">{term}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
