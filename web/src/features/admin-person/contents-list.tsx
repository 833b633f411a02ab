import type { Person } from '#services/contract/person.ts';

const listSections = (person: Person): readonly { id: string; title: string; count?: number }[] => [
  { id: 'notes', title: 'Notes', count: person.notes.total },
  { id: 'lost', title: 'Lost passes', count: person.losses.total },
  { id: 'passes', title: 'Passes', count: person.lots.total },
  { id: 'bookings', title: 'Bookings', count: person.bookings.total },
  { id: 'waits', title: 'Waitlists', count: person.waits.total },
  { id: 'membership', title: 'Membership' },
  { id: 'money', title: 'Money', count: person.money.total },
  { id: 'emails', title: 'Emails sent', count: person.emails.total },
  { id: 'complaints', title: 'Complaints', count: person.complaints.total },
  { id: 'consents', title: 'Consents' },
  { id: 'readings', title: 'Who looked', count: person.readings.total },
];

function goTo(id: string): void {
  document.getElementById(id)?.scrollIntoView();
  document.getElementById(`${id}-title`)?.focus({ preventScroll: true });
}

/** Leads to the sections of the page. */
export const ContentsList = ({ person }: { person: Person }) => (
  <nav aria-label="On this page">
    <ul className="flex flex-wrap gap-x-1 lg:flex-col">
      {listSections(person).map(({ id, title, count }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            onClick={(event) => {
              event.preventDefault();
              goTo(id);
            }}
            className="flex min-h-11 items-center justify-between gap-2 rounded-sm px-2.5 text-ink-muted transition-colors hover:bg-sand-soft hover:text-ink lg:min-h-9"
          >
            {title}
            {count !== undefined && count > 0 && <span className="tabular text-sm">{count}</span>}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
