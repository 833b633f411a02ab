import type { Person } from '#services/contract/person.ts';
import { capitalise } from '#web/lib/capitalise.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { describeClass } from './lot-words.ts';
import { NothingYet, OlderLeftOut, PersonSection } from './person-section.tsx';

type Row = { key: string; text: string; details: string };

export const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <ul className="divide-y divide-sand">
    {rows.map(({ key, text, details }) => (
      <li key={key} className="flex flex-wrap justify-between gap-x-4 py-2">
        <span>{text}</span>
        <span className="tabular text-ink-muted">{details}</span>
      </li>
    ))}
  </ul>
);

type RecordSectionProps = {
  id: string;
  title: string;
  total: number;
  rows: readonly Row[];
  nothing: string;
  intro?: string;
};

const RecordSection = ({ id, title, total, rows, nothing, intro }: RecordSectionProps) => (
  <PersonSection id={id} title={title} count={total} intro={intro}>
    {rows.length === 0 ? <NothingYet>{nothing}</NothingYet> : <Rows rows={rows} />}
    <OlderLeftOut total={total} shown={rows.length} />
  </PersonSection>
);

export const WaitsSection = ({ waits }: Pick<Person, 'waits'>) => (
  <RecordSection
    id="waits"
    title="Waitlists"
    total={waits.total}
    nothing="Never waited for a class."
    rows={waits.entries.map((wait) => ({
      key: `${wait.class.id} ${wait.joinedAt}`,
      text: describeClass(wait.class),
      details:
        wait.leftAt === null
          ? `waits since ${formatDayTime(wait.joinedAt)}`
          : `${formatDayTime(wait.joinedAt)} to ${formatDayTime(wait.leftAt)}`,
    }))}
  />
);

const describeReading = ({ what, classId }: Person['readings']['entries'][number]): string => {
  if (what === 'page') return 'opened this page';
  if (what === 'dispute') return 'opened the evidence of a dispute';
  if (what === 'audit') return 'saw name and address at the auditor’s desk';
  return classId === null ? 'opened health details' : `opened health details for class ${classId}`;
};

export const ReadingsSection = ({ readings }: Pick<Person, 'readings'>) => (
  <RecordSection
    id="readings"
    title="Who looked"
    total={readings.total}
    nothing="Nobody has looked yet."
    intro="The same person counts once an hour. The member can ask to read this."
    rows={readings.entries.map((reading) => ({
      key: `${reading.at} ${reading.by} ${reading.what} ${reading.classId}`,
      text: `${capitalise(reading.by)} ${describeReading(reading)}`,
      details: formatDayTime(reading.at),
    }))}
  />
);

const consentNames: Readonly<Record<string, string>> = {
  newsletter: 'News by email',
  health: 'Storing of health answers',
};

export const ConsentsSection = ({ consents }: Pick<Person, 'consents'>) => (
  <RecordSection
    id="consents"
    title="Consents"
    total={consents.history.total}
    nothing="Never agreed to news by email."
    intro={consents.newsletter ? 'Agrees to news by email now.' : 'Does not get news by email.'}
    rows={consents.history.entries.map(({ consent, given, at }) => ({
      key: `${consent} ${at}`,
      text: `${consentNames[consent] ?? capitalise(consent.replaceAll('_', ' '))}: ${given ? 'on' : 'off'}`,
      details: formatDayTime(at),
    }))}
  />
);
