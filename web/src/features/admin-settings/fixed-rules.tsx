const rules = [
  {
    name: 'Booking window',
    value: '7 days',
    about: 'Classes open seven calendar days ahead, London time.',
  },
  {
    name: 'Free cancellation',
    value: '24 hours',
    about: 'Up to 24 hours before the class the pass comes back; later it is used.',
  },
  {
    name: 'Waitlist offers',
    value: '30 minutes',
    about: 'Between 26 and 2 hours before a class, and never between 21:00 and 07:00.',
  },
  {
    name: 'Returned passes',
    value: '7 days',
    about: 'A pass that the studio gives back lasts at least so long.',
  },
  {
    name: 'Passes given by staff',
    value: '3 months',
    about: 'From the day on which they are given.',
  },
] as const;

/** The rules that are no settings, because the terms, the emails and the pages state them in words. */
export const FixedRules = () => (
  <dl className="grid overflow-hidden rounded-card border border-sand bg-surface md:grid-cols-2">
    {rules.map(({ name, value, about }) => (
      <div key={name} className="-mt-px -ml-px border-sand border-t border-l px-4 py-3 md:px-5">
        <dt className="flex justify-between gap-4">
          <span className="font-semibold">{name}</span>
          <span className="whitespace-nowrap">{value}</span>
        </dt>
        <dd className="text-ink-muted text-sm">{about}</dd>
      </div>
    ))}
  </dl>
);
