/** How the tests call a route: the caller, and a body that passes the schema but refers to nothing that exists. */
export interface RouteCase {
  readonly as: 'visitor' | 'member' | 'admin';
  /** A body of the right shape. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** A body of the right shape that may be left out. */
  readonly optionalBody?: Readonly<Record<string, unknown>>;
  /** Further values for fields of the body that break a rule of the studio. */
  readonly wrong?: Readonly<Record<string, readonly unknown[]>>;
  /** Query strings that must be refused. */
  readonly wrongQueries?: readonly string[];
  /** The status of the answer without any input, if that is not a refusal. */
  readonly answers?: number;
}

/** A route of the API as `METHOD path`, as in the OpenAPI document, with its case. */
export type RouteCases = Readonly<Record<string, RouteCase>>;

/** The largest integer of Postgres. */
export const unknownId = 2_147_483_647;
/** What a caller saw of a class. */
export const seenClass = {
  date: '2026-05-12',
  time: '09:30',
  name: 'beginner',
  duration: 50,
  instructorId: 1,
};
export const wrongSeenClasses = [
  { ...seenClass, date: '2026-02-30' },
  { ...seenClass, time: '9:30' },
  { ...seenClass, name: 'Beginner Class' },
  { date: '2026-05-12', time: '09:30' },
  { ...seenClass, duration: '50' },
  { ...seenClass, duration: 50.5 },
  { ...seenClass, instructorId: 'Maya' },
];
export const wrongPrices = ['11000', '£110', 110.5, -11_000, ''];
/** What a caller saw, of the wrong shape. */
export const wrongExpected = ['', 7, 'seen', true];
export const wrongKeys = ['', 'once', 7];
export const wrongDates = [
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-2-3',
  '0000-00-00',
  '12/05/2026',
  'today',
  '',
];
export const wrongTimes = ['22:00', '24:00', '9:30', '09:60', '09:30:00', 'noon', ''];
export const wrongDateQueries = ['', ...wrongDates.map((date) => `date=${encodeURIComponent(date)}`)].concat(
  'date=2026-05-12&date=2026-05-13',
  'date[]=2026-05-12',
  'date=%00',
  'date=2026-05-12%00',
  'date=%ED%A0%80',
);
export const wrongMonthQueries = [
  '',
  'year=2026',
  'month=5',
  'year=2026&month=0',
  'year=2026&month=13',
  'year=26&month=5',
  'year=2026&month=May',
  'year=2026&month=5&month=6',
  'year=2026&month=%00',
];
export const wrongMomentQueries = ['upTo=', 'upTo=-1', 'upTo=latest', 'upTo=1234567890123456789'];
export const wrongInstantQueries = [
  'asOf=',
  'asOf=yesterday',
  'asOf=2026-05-12',
  'asOf=2026-02-30T10:00:00Z',
  'asOf=2026-05-12T09:00:00',
];

export const wrongPayQueries = [
  ...[
    '',
    'from=2026-05-01',
    'to=2026-05-01',
    'from=2026-05-02&to=2026-05-01',
    'from=2026-02-30&to=2026-03-01',
  ],
  'from=2026-01-01&to=2027-01-02',
];
