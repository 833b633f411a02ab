/**
 * Which way imports point (design.md, section 1). Paths are from the project's root; one stands for itself and all under it, `*` for
 * one name or a part of one. For a file the first rule that holds it counts.
 */
export type FolderRule = {
  folder: string;
  /** What of ours it may import beside its own folder; 'everything' lifts all rules, those on packages too. */
  may: readonly string[] | 'everything';
  /** When given, the only packages that it may import. */
  packages?: readonly string[];
  why: string;
};

const ADAPTERS = 'infra';
/** What callers of commands know of the domain: the union of events that types the store's port, and refusals, which they answer or let be. */
const PORTS = ['services/domain/registry', 'services/domain/refusal'];
/** The London calendar, by which whoever speaks of days and months must count. */
const CALENDAR = 'services/domain/london-time';
const QUERIES = 'projections/read-models/*/*queries';

export const folderRules: readonly FolderRule[] = [
  { folder: 'infra/embedded', may: 'everything', why: 'It starts everything in one process.' },
  { folder: 'infra/testing', may: 'everything', why: 'It serves the tests of everything.' },
  { folder: 'infra/bench', may: 'everything', why: 'It measures everything.' },
  { folder: 'infra/run', may: 'everything', why: 'It holds the tasks.' },
  {
    folder: 'infra/backup',
    may: [ADAPTERS, 'infra/embedded'],
    why: 'It takes and brings back an embedded installation.',
  },
  { folder: 'infra/migrate-store', may: [ADAPTERS], why: 'It carries a log, whatever is in it.' },
  { folder: 'infra', may: [ADAPTERS], why: 'An adapter knows nothing of the product.' },
  {
    folder: 'services/domain',
    may: [],
    packages: ['zod', 'date-fns', '@date-fns/tz'],
    why: 'The domain is pure: nothing of ours, no I/O.',
  },
  {
    folder: 'services/contract',
    may: [],
    packages: ['zod', 'date-fns', '@date-fns/tz'],
    why: 'The contract goes to the browser as well: nothing of ours, no server code.',
  },
  {
    folder: 'services/commands',
    may: ['services/domain', 'services/processes', ADAPTERS],
    why: 'A command loads, decides and appends: domain, processes and adapters.',
  },
  {
    folder: 'services/processes',
    may: ['services/domain', 'services/commands', ADAPTERS],
    why: 'A process spans streams: domain, commands and adapters.',
  },
  {
    folder: 'services/histories',
    may: ['services/domain', ADAPTERS],
    why: 'A history is replayed from streams alone.',
  },
  {
    folder: 'services/audit',
    may: ['services/domain', ADAPTERS],
    why: 'What is checked is checked from streams alone.',
  },
  {
    folder: 'services/verification',
    may: ['services/audit', 'services/domain/registry', 'projections', ADAPTERS],
    why: 'It holds the events and the read models against each other.',
  },
  {
    folder: 'services/api',
    may: [
      ...PORTS,
      CALENDAR,
      'services/commands',
      'services/processes',
      'services/histories',
      'services/audit',
      'services/verification',
      'services/contract',
      QUERIES,
      'projections/waiting',
      ADAPTERS,
    ],
    why: 'The API speaks to commands, histories and queries, never to events or tables.',
  },
  {
    folder: 'services',
    may: ['services', 'projections', ADAPTERS],
    why: 'The API process is put together here.',
  },
  {
    folder: 'projections',
    may: ['services/domain', ADAPTERS],
    why: 'A projection knows event types and adapters.',
  },
  {
    folder: 'workers/main.ts',
    may: ['workers', ...PORTS, 'services/commands', 'services/processes', 'projections', ADAPTERS],
    why: 'The worker process is put together here.',
  },
  {
    folder: 'workers/reactors',
    // A reactor is told of events, so it knows their types, as a projection does.
    may: ['workers', 'services/domain', 'services/commands', 'services/processes', QUERIES, ADAPTERS],
    why: 'A reactor knows event types, and acts through commands and jobs.',
  },
  {
    folder: 'workers',
    may: [
      ...PORTS,
      CALENDAR,
      'services/commands',
      'services/processes',
      'services/verification',
      QUERIES,
      ADAPTERS,
    ],
    why: 'A worker acts through commands and reads through queries.',
  },
  {
    folder: 'web/e2e',
    may: ['services/contract', 'infra/testing', 'infra/embedded'],
    why: 'A browser test drives the running product.',
  },
  { folder: 'web', may: ['services/contract'], why: 'The web knows the server by its contract only.' },
];

/** Packages that one folder alone imports; the rest of the product knows its adapter. */
export const packageRules: readonly { package: string; folder: string }[] = [
  { package: '@eventstore/db-client', folder: 'infra/event-store' },
  { package: 'bullmq', folder: 'infra/queue' },
  { package: 'ioredis', folder: 'infra/queue' },
  { package: 'stripe', folder: 'infra/payments' },
  { package: '@getbrevo/brevo', folder: 'infra/mail' },
  { package: '@opentelemetry/api', folder: 'infra/telemetry' },
  { package: '@opentelemetry/context-async-hooks', folder: 'infra/telemetry' },
  { package: '@opentelemetry/core', folder: 'infra/telemetry' },
  { package: '@opentelemetry/exporter-prometheus', folder: 'infra/telemetry' },
  { package: '@opentelemetry/exporter-trace-otlp-http', folder: 'infra/telemetry' },
  { package: '@opentelemetry/resources', folder: 'infra/telemetry' },
  { package: '@opentelemetry/sdk-metrics', folder: 'infra/telemetry' },
  { package: '@opentelemetry/sdk-trace', folder: 'infra/telemetry' },
];

/** What serves tests and tools; the product itself never imports it. */
export const toolFolders: readonly string[] = [
  'infra/testing',
  'infra/bench',
  'infra/run',
  'infra/embedded',
  'infra/backup',
  'infra/migrate-store',
];

/** Files that stand beside the code but belong to its tests; they may import anything of ours. */
export const testFile = /\.(unit\.test|int\.test|e2e\.test|fixture|fixtures)\.tsx?$/;
