/** One metric as Prometheus shows it: its name, what it counts or measures, and the labels that its values come with. */
export interface Metric {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** As Prometheus names units; the name ends in it. Empty for plain counts. */
  readonly unit: '' | 'seconds' | 'bytes';
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
}

const fast = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const slow = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/**
 * Every metric of the product. Labels take few values: a route's pattern, a kind of event or job, a code; never an id, an address or
 * anything of a person.
 */
export const metrics = {
  tideline_http_request_duration_seconds: {
    kind: 'histogram',
    help: 'Requests answered, by the pattern of their route; streams that stay open are left out',
    unit: 'seconds',
    labels: ['method', 'route', 'status'],
    buckets: fast,
  },
  tideline_commands_total: {
    kind: 'counter',
    help: 'Commands that came to an end, by outcome: ok, the code of a refusal, UNAVAILABLE, CONFLICT or INTERNAL',
    unit: '',
    labels: ['command', 'code'],
  },
  tideline_append_duration_seconds: {
    kind: 'histogram',
    help: 'Appends to the event store, to their last try: ok, conflict (someone else was first), unavailable or error',
    unit: 'seconds',
    labels: ['category', 'result'],
    buckets: fast,
  },
  tideline_append_retries_total: {
    kind: 'counter',
    help: 'Appends that were not answered and were sent again',
    unit: '',
    labels: [],
  },
  tideline_events_total: {
    kind: 'counter',
    help: 'Events that happened, by type, as the reactors pass them: counted by the one process that moved their checkpoint',
    unit: '',
    labels: ['type'],
  },
  tideline_bookings_total: {
    kind: 'counter',
    help: 'Seats booked, by who booked them',
    unit: '',
    labels: ['source'],
  },
  tideline_cancellations_total: {
    kind: 'counter',
    help: 'Seats given up or taken away, by the reason',
    unit: '',
    labels: ['reason'],
  },
  tideline_purchases_total: {
    kind: 'counter',
    help: 'Payments that succeeded and periods of memberships that were paid for',
    unit: '',
    labels: ['kind'],
  },
  tideline_projection_batch_duration_seconds: {
    kind: 'histogram',
    help: 'Batches of events folded into the read models and committed',
    unit: 'seconds',
    labels: [],
    buckets: fast,
  },
  tideline_projection_lag_events: {
    kind: 'gauge',
    help: 'Events that a read model has not taken in yet; 500 stands for that many or more',
    unit: '',
    labels: ['projection'],
  },
  tideline_projection_lag_seconds: {
    kind: 'gauge',
    help: 'For how long the oldest event has been written that a read model has not taken in; 0 when it has all',
    unit: 'seconds',
    labels: ['projection'],
  },
  tideline_projection_stopped: {
    kind: 'gauge',
    help: '1 while an event that a projection can not take has stopped it',
    unit: '',
    labels: ['projection'],
  },
  tideline_reactor_lag_events: {
    kind: 'gauge',
    help: 'Events that the reactors have not seen yet; 500 stands for that many or more',
    unit: '',
    labels: [],
  },
  tideline_reactor_lag_seconds: {
    kind: 'gauge',
    help: 'For how long the oldest event has been written that the reactors have not seen; 0 when they have all',
    unit: 'seconds',
    labels: [],
  },
  tideline_queue_jobs: {
    kind: 'gauge',
    help: 'Jobs on the queue, by lane and state; failed are the dead ones that wait for a person',
    unit: '',
    labels: ['queue', 'state'],
  },
  tideline_queue_oldest_seconds: {
    kind: 'gauge',
    help: 'For how long the oldest waiting job has waited; 0 when none does',
    unit: 'seconds',
    labels: ['queue'],
  },
  tideline_jobs_total: {
    kind: 'counter',
    help: 'Tries of jobs, by outcome: done, failed (it is tried again), dead (it is not) or waits (for the end of an outage, or for a read model)',
    unit: '',
    labels: ['queue', 'job', 'outcome'],
  },
  tideline_job_duration_seconds: {
    kind: 'histogram',
    help: 'Tries of jobs; those of the queue "sweeps" are the sweeps',
    unit: 'seconds',
    labels: ['queue', 'job'],
    buckets: slow,
  },
  tideline_mails_total: {
    kind: 'counter',
    help: 'Emails handed to the mail provider, by outcome: sent, unavailable (tried again) or refused',
    unit: '',
    labels: ['kind', 'outcome'],
  },
  tideline_webhooks_waiting: {
    kind: 'gauge',
    help: 'Webhooks of the payment provider in the inbox that were not acted on',
    unit: '',
    labels: [],
  },
  tideline_webhooks_oldest_seconds: {
    kind: 'gauge',
    help: 'For how long the oldest of them has waited; 0 when none does',
    unit: 'seconds',
    labels: [],
  },
  tideline_verification_exceptions: {
    kind: 'gauge',
    help: 'What the last nightly verification found not to hold, in events and in read models',
    unit: '',
    labels: ['where'],
  },
  tideline_unbalanced_wallets: {
    kind: 'gauge',
    help: 'Wallets that the last nightly verification found wrong',
    unit: '',
    labels: [],
  },
  tideline_verification_age_seconds: {
    kind: 'gauge',
    help: 'Since the last nightly verification came to its end, or since the studio opened when none has',
    unit: 'seconds',
    labels: [],
  },
  tideline_dependency_up: {
    kind: 'gauge',
    help: '1 while what stands behind this process answers: postgres, event-store, queue',
    unit: '',
    labels: ['dependency'],
  },
  tideline_pg_pool_connections: {
    kind: 'gauge',
    help: 'Connections of a pool to Postgres: used, idle, and requests that wait for one',
    unit: '',
    labels: ['pool', 'state'],
  },
  tideline_event_loop_delay_seconds: {
    kind: 'gauge',
    help: 'How late the process came to its work since the last look, 99 times of 100 at most so much',
    unit: 'seconds',
    labels: [],
  },
  tideline_process_memory_bytes: {
    kind: 'gauge',
    help: 'Memory of the process: resident, and used of the heap',
    unit: 'bytes',
    labels: ['kind'],
  },
  tideline_process_cpu_seconds: {
    kind: 'gauge',
    help: 'Processor time that the process has used since its start',
    unit: 'seconds',
    labels: [],
  },
  tideline_process_start_time_seconds: {
    kind: 'gauge',
    help: 'When the process started, in seconds since 1970',
    unit: 'seconds',
    labels: ['component'],
  },
  tideline_disk_free_bytes: {
    kind: 'gauge',
    help: 'Free space where the embedded studio keeps its files',
    unit: 'bytes',
    labels: [],
  },
  tideline_backup_age_seconds: {
    kind: 'gauge',
    help: 'Since the newest backup in BACKUP_DIR of the embedded studio was made; not told while there is none',
    unit: 'seconds',
    labels: [],
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;
type OfKind<Kind> = {
  [Name in MetricName]: (typeof metrics)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];
export type CounterName = OfKind<'counter'>;
export type HistogramName = OfKind<'histogram'>;
export type GaugeName = OfKind<'gauge'>;
/** Exactly the labels that the metric is listed with. */
export type LabelsOf<Name extends MetricName> = Readonly<
  Record<(typeof metrics)[Name]['labels'][number], string>
>;
