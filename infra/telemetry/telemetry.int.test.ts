import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { type RunningStudio, startRunningStudio } from '#services/api/testing/running-studio.fixture.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { metrics } from './metric-list.ts';
import { type SentSpan, startOtlpReceiver } from './otlp-receiver.fixture.ts';

const fivePasses = 5;
const ann = { email: 'ann.quickwater@example.com', name: 'Annabel Quickwater' };

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
let studio: RunningStudio;
let health: string;
let member: StudioClient;
/** The figure of bookings before the member's. */
let before: number;
/** The statuses of two requests for the same booking, so that there is another trace beside the one that books. */
const statuses: number[] = [];
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  const port = await findFreePort();
  health = `http://127.0.0.1:${port}`;
  studio = await startRunningStudio({
    HEALTH_PORT: String(port),
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
  });
  const visitor = new StudioClient(studio.process.base);
  member = await visitor.signUp(ann.email, ann.name);
  expect((await member.buy(fivePasses)).status).toBe(200);
  const [classId] = await openClasses(await visitor.staff('admin'), 1);
  // A reaction to several events belongs to the trace of the first, so the booking's must not join that of the purchase.
  await waitFor(() => receiver.spans.some(({ name }) => name === 'job send-receipt'), {
    what: 'the receipt of the purchase',
  });
  before = (await figure('tideline_bookings_total')) ?? 0;
  for (let request = 0; request < 2; request += 1)
    statuses.push((await member.call('POST', '/api/bookings', { classId })).status);
});
afterAll(async () => {
  await studio?.remove();
  await receiver?.stop();
});

const scrape = async () => (await fetch(`${health}/metrics`)).text();
/** The sum of a metric's series that have these labels. */
async function figure(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number | null> {
  const lines = (await scrape()).split('\n').filter((line) => new RegExp(`^${name}(\\{| )`).test(line));
  const wanted = lines.filter((line) =>
    Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
  );
  if (wanted.length === 0) return null;
  return wanted.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

test('one trace leads from the request to the job that sends the confirmation, through command, appends and projection', async () => {
  expect(statuses[0]).toBe(200);
  const mail = await waitFor(
    () => receiver.spans.find(({ name }) => name === 'job send-booking-confirmation'),
    { what: 'the span of the mail' },
  );
  const trace = await waitFor(
    () => {
      const all = receiver.spans.filter(({ traceId }) => traceId === mail.traceId);
      const names = all.map(({ name }) => name);
      const isWhole =
        names.filter((name) => name === 'project').length >= 1 && names.includes('POST /api/bookings');
      return isWhole && names.includes('react') ? all : null;
    },
    { what: 'the whole trace' },
  );

  const parentOf = ({ parentSpanId }: SentSpan) => trace.find(({ spanId }) => spanId === parentSpanId);
  const pathTo = (span: SentSpan | undefined): string[] =>
    span === undefined ? [] : [...pathTo(parentOf(span)), span.name];
  const requests = trace.filter(({ name }) => name === 'POST /api/bookings');
  expect(requests).toHaveLength(1);
  const within = ['POST /api/bookings', 'command book-class', 'decide class', 'append class'];
  expect(pathTo(mail)).toEqual([...within, 'job send-booking-confirmation']);
  const projected = trace.filter(({ name }) => name === 'project');
  expect(new Set(projected.map(({ service }) => service))).toEqual(new Set(['tideline-projections']));
  expect(pathTo(projected[0]).slice(0, 2)).toEqual(within.slice(0, 2));
  expect(projected[0]?.links.map(({ traceId }) => traceId)).toContain(mail.traceId);
  expect(mail.service).toBe('tideline-studio');
  expect(mail.attributes).toContainEqual({ key: 'tideline.job.attempt', value: { intValue: 1 } });

  // Counted by the reactors, once, however often it was asked for.
  expect(await waitFor(async () => ((await figure('tideline_bookings_total')) ?? 0) - before)).toBe(1);
});

/**
 * What was sent, without the numbers that the instruments make themselves. Nanoseconds since 1970, random ids and
 * measured values may contain any six digits by chance.
 */
const joinSentText = (traces: string, scraped: string): string =>
  traces.replaceAll(/"(\w+UnixNano|traceId|spanId|parentSpanId)":"[0-9a-f]*"/g, '"$1":""') +
  scraped.replaceAll(/ [-+.\deE]+$/gm, '');

test('sends no personal data in traces or metrics', async () => {
  const sent = joinSentText(receiver.text(), await scrape());
  expect(sent).toContain('POST /api/auth/signup');
  const { userId } = await member.expect(
    z.looseObject({ user: z.looseObject({ id: z.string() }) }).transform(({ user }) => ({ userId: user.id })),
    'GET',
    '/api/auth/user',
  );
  for (const word of [
    ann.email,
    encodeURIComponent(ann.email),
    'Quickwater',
    '900123',
    member.token,
    userId,
    '127.0.0.1',
  ]) {
    expect([word, sent.includes(word)]).toEqual([word, false]);
  }
});

test('serves metrics on the health port only, each with its help text', async () => {
  // It is counted last of all that follows from the booking.
  const jobs = { job: 'send-booking-confirmation', outcome: 'done' };
  expect(await waitFor(() => figure('tideline_jobs_total', jobs))).toBe(1);
  const text = await scrape();
  const served = new Set([...text.matchAll(/^# HELP (\S+) /gm)].map(([, name]) => name));
  const foreign = [...served].filter((name) => !Object.keys(metrics).includes(name ?? ''));
  expect(foreign).toEqual([]);
  expect(
    await figure('tideline_append_duration_seconds_count', { category: 'wallet', result: 'ok' }),
  ).toBeGreaterThan(2);
  expect(await figure('tideline_commands_total', { command: 'book-class', code: 'ok' })).toBe(2);
  expect(await figure('tideline_purchases_total', { kind: 'pass' })).toBe(1);
  expect(
    await figure('tideline_http_request_duration_seconds_count', {
      method: 'POST',
      route: '/api/bookings',
      status: '200',
    }),
  ).toBe(2);
  expect(await figure('tideline_mails_total', { kind: 'booking-confirmed', outcome: 'sent' })).toBe(1);
  for (const dependency of ['postgres', 'event-store', 'queue']) {
    // It is 0 while a busy machine misses the time limit of the check.
    expect(await waitFor(() => figure('tideline_dependency_up', { dependency }))).toBe(1);
  }
  expect(await figure('tideline_projection_stopped')).toBe(0);
  expect(await figure('tideline_process_memory_bytes', { kind: 'resident' })).toBeGreaterThan(50e6);

  const onTheSite = await fetch(`${studio.process.base}/metrics`);
  expect(await onTheSite.text()).not.toContain('tideline_');
});

test('reports the lag of each read model on the health port, and only readiness on the site', async () => {
  const answer = z.object({
    status: z.literal('ok'),
    checks: z.array(
      z.object({
        name: z.string(),
        ok: z.literal(true),
        lagEvents: z.number().optional(),
        lagSeconds: z.number().optional(),
      }),
    ),
  });
  const { checks } = await waitFor(async () =>
    answer.parse(await (await fetch(`${health}/health/ready`)).json()),
  );
  const withLag = checks.filter(
    ({ lagEvents, lagSeconds }) => lagEvents !== undefined && lagSeconds !== undefined,
  );
  expect(withLag.map(({ name }) => name)).toEqual(expect.arrayContaining(['read-model wallet', 'reactors']));
  expect(await (await fetch(`${studio.process.base}/health/ready`)).json()).toEqual({ status: 'ok' });
});

test('stores the trace in an event’s metadata', async () => {
  const rows = await studio.queryEvents(
    `SELECT metadata FROM event_store.readable_events WHERE type = 'SeatBooked'`,
  );
  const metadata = z.looseObject({ traceparent: z.string() });
  expect(rows.length).toBe(1);
  const [row] = rows;
  const kept = typeof row?.['metadata'] === 'string' ? JSON.parse(row['metadata']) : row?.['metadata'];
  expect(metadata.parse(kept).traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});
