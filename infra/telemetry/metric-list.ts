/** A metric's description for Prometheus. */
export interface Metric {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Prometheus's name of the unit, with which the metric's name ends. Empty for counts. */
  readonly unit: '' | 'seconds' | 'bytes';
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
}

const fast = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const slow = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Every metric of the product. Labels have few values, such as a route's pattern or a code; never an id or personal data. */
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
    help: 'Commands that ended, by outcome: ok, the code of a refusal, UNAVAILABLE, CONFLICT or INTERNAL',
    unit: '',
    labels: ['command', 'code'],
  },
  tideline_append_duration_seconds: {
    kind: 'histogram',
    help: 'Appends to the event store including retries: ok, conflict (another append was first), unavailable or error',
    unit: 'seconds',
    labels: ['category', 'result'],
    buckets: fast,
  },
  tideline_append_retries_total: {
    kind: 'counter',
    help: 'Appends that were sent again because no answer arrived',
    unit: '',
    labels: [],
  },
  tideline_events_total: {
    kind: 'counter',
    help: "Events by type, counted by the one process that moves the reactors' checkpoint",
    unit: '',
    labels: ['type'],
  },
  tideline_bookings_total: {
    kind: 'counter',
    help: 'Seats booked, by source',
    unit: '',
    labels: ['source'],
  },
  tideline_cancellations_total: {
    kind: 'counter',
    help: 'Seats released, by reason',
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
    help: 'Batches of events applied to the read models and committed',
    unit: 'seconds',
    labels: [],
    buckets: fast,
  },
  tideline_projection_lag_events: {
    kind: 'gauge',
    help: 'Events that a read model has not applied yet, capped at 500',
    unit: '',
    labels: ['projection'],
  },
  tideline_projection_lag_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest event that a read model has not applied; 0 without any',
    unit: 'seconds',
    labels: ['projection'],
  },
  tideline_projection_stopped: {
    kind: 'gauge',
    help: '1 while an event that a projection cannot apply has stopped it',
    unit: '',
    labels: ['projection'],
  },
  tideline_reactor_lag_events: {
    kind: 'gauge',
    help: 'Events that the reactors have not processed yet, capped at 500',
    unit: '',
    labels: [],
  },
  tideline_reactor_lag_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest event that the reactors have not processed; 0 without any',
    unit: 'seconds',
    labels: [],
  },
  tideline_queue_jobs: {
    kind: 'gauge',
    help: 'Jobs by queue and state; failed ones are dead letters',
    unit: '',
    labels: ['queue', 'state'],
  },
  tideline_queue_oldest_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest waiting job; 0 without any',
    unit: 'seconds',
    labels: ['queue'],
  },
  tideline_queue_paused: {
    kind: 'gauge',
    help: '1 while a queue is paused, so that none of its jobs runs',
    unit: '',
    labels: ['queue'],
  },
  tideline_jobs_total: {
    kind: 'counter',
    help: 'Attempts of jobs, by outcome: done, failed (retried), dead (not retried) or waits (for the end of an outage, or for a read model)',
    unit: '',
    labels: ['queue', 'job', 'outcome'],
  },
  tideline_job_duration_seconds: {
    kind: 'histogram',
    help: 'Attempts of jobs; the sweeps are in the queue "sweeps"',
    unit: 'seconds',
    labels: ['queue', 'job'],
    buckets: slow,
  },
  tideline_mails_total: {
    kind: 'counter',
    help: 'Emails sent to the mail provider, by outcome: sent, unavailable (retried) or refused',
    unit: '',
    labels: ['kind', 'outcome'],
  },
  tideline_pushes_total: {
    kind: 'counter',
    help: 'Push messages, by outcome: sent, gone (the browser unsubscribed), unavailable (retried) or refused',
    unit: '',
    labels: ['outcome'],
  },
  tideline_webhooks_waiting: {
    kind: 'gauge',
    help: 'Webhooks of the payment provider in the inbox that are not processed yet',
    unit: '',
    labels: [],
  },
  tideline_webhooks_oldest_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest webhook that is not processed; 0 without any',
    unit: 'seconds',
    labels: [],
  },
  tideline_verification_exceptions: {
    kind: 'gauge',
    help: 'Errors that the last nightly verification found, in events and in read models',
    unit: '',
    labels: ['where'],
  },
  tideline_unbalanced_wallets: {
    kind: 'gauge',
    help: 'Wallets with errors in the last nightly verification',
    unit: '',
    labels: [],
  },
  tideline_verification_age_seconds: {
    kind: 'gauge',
    help: 'Time since the last nightly verification ended, or since the studio opened without one',
    unit: 'seconds',
    labels: [],
  },
  tideline_dependency_up: {
    kind: 'gauge',
    help: '1 while a dependency of this process is available: postgres, event-store, queue',
    unit: '',
    labels: ['dependency'],
  },
  tideline_pg_pool_connections: {
    kind: 'gauge',
    help: 'Connections of a Postgres pool: used, idle, and requests that wait for one',
    unit: '',
    labels: ['pool', 'state'],
  },
  tideline_live_limits_total: {
    kind: 'counter',
    help: 'Event streams that were refused or replaced, by the limit: session, member, network, visitors or total',
    unit: '',
    labels: ['limit'],
  },
  tideline_event_loop_delay_seconds: {
    kind: 'gauge',
    help: '99th percentile of the event loop delay since the last request of metrics',
    unit: 'seconds',
    labels: [],
  },
  tideline_process_memory_bytes: {
    kind: 'gauge',
    help: 'Memory of the process: resident, and used heap',
    unit: 'bytes',
    labels: ['kind'],
  },
  tideline_process_cpu_seconds: {
    kind: 'gauge',
    help: 'CPU time of the process since its start',
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
    help: 'Free space in the data folder of the embedded studio',
    unit: 'bytes',
    labels: [],
  },
  tideline_backup_age_seconds: {
    kind: 'gauge',
    help: 'Age of the newest backup in BACKUP_DIR of the embedded studio; absent without any',
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
