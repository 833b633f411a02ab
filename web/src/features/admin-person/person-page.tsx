import { useParams } from 'react-router-dom';
import type { Person, PersonAnswer } from '#services/contract/person.ts';
import { BackLink } from '#web/components/staff/back-link.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { formatDate } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { StaffGate } from '../staff-gate/staff-gate.tsx';
import { BookingsSection } from './bookings-section.tsx';
import { ComplaintsSection } from './complaints-section.tsx';
import { ContactCard } from './contact-card.tsx';
import { ContentsList } from './contents-list.tsx';
import { EmailsSection } from './emails-section.tsx';
import { LossesSection } from './losses-section.tsx';
import { MembershipSection } from './membership-section.tsx';
import { MoneySection } from './money-section.tsx';
import { NotesSection } from './notes-section.tsx';
import { PassesSection } from './passes-section.tsx';
import { PersonActions } from './person-actions.tsx';
import { ConsentsSection, ReadingsSection, WaitsSection } from './record-sections.tsx';
import { usePerson } from './use-person.ts';

type Erased = Extract<PersonAnswer['person'], { erased: true }>;

const ErasedView = ({ id, joinedAt, erasedAt, bookings, payments }: Erased) => (
  <div className="flex max-w-prose flex-col gap-3">
    <h1 className="text-3xl">A member who has left</h1>
    <p>
      Joined {formatDate(joinedAt)}, erased {formatDate(erasedAt)}. Nobody can read their name, contact or
      notes any more.
    </p>
    <p className="text-ink-muted">
      {formatCount(bookings, 'booking', 'bookings')} and {formatCount(payments, 'payment', 'payments')} stay
      without a name. Their id is <span className="break-all">{id}</span>.
    </p>
  </div>
);

function PersonView({ person, now }: { person: Person; now: string }) {
  const { member } = person;
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_17rem]">
      <header className="lg:col-span-2">
        <h1 className="break-words text-3xl">{member.name}</h1>
        <p className="tabular mt-1 text-ink-muted">
          {formatCount(member.passes, 'pass', 'passes')} to use,{' '}
          {formatCount(member.totalBookings, 'booking', 'bookings')},{' '}
          {member.lastClassDate === null
            ? 'never attended'
            : `last attended ${formatDate(`${member.lastClassDate}T12:00:00Z`)}`}
        </p>
      </header>
      <aside className="flex flex-col gap-6 lg:sticky lg:top-6 lg:order-last lg:self-start">
        <ContactCard {...person} />
        <PersonActions member={member} />
        <ContentsList person={person} />
      </aside>
      <div className="flex min-w-0 flex-col gap-8">
        <NotesSection {...person} />
        <LossesSection {...person} />
        <PassesSection {...person} />
        <BookingsSection {...person} />
        <WaitsSection {...person} />
        <MembershipSection membership={person.membership} name={member.name} />
        <MoneySection {...person} />
        <EmailsSection {...person} />
        <ComplaintsSection complaints={person.complaints} now={now} />
        <ConsentsSection {...person} />
        <ReadingsSection {...person} />
      </div>
    </div>
  );
}

function PersonReader({ memberId }: { memberId: string }) {
  const read = usePerson(memberId);
  const person = read.data?.person;
  useDocumentTitle(person === undefined || person.erased ? 'Member' : person.member.name);
  return (
    <div className="flex flex-col gap-4">
      <BackLink to="/admin?tab=members">All members</BackLink>
      <Loadable what="member" read={read} height="h-96">
        {(answer) =>
          answer.person.erased ? (
            <ErasedView {...answer.person} />
          ) : (
            <PersonView person={answer.person} now={answer.now} />
          )
        }
      </Loadable>
    </div>
  );
}

/** The page /admin/members/{id}. */
export const PersonPage = () => {
  const { id = '' } = useParams();
  return (
    <StaffGate staffRole="admin">
      <PersonReader key={id} memberId={id} />
    </StaffGate>
  );
};
