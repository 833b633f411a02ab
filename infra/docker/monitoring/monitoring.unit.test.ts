import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Metric, metrics } from '#infra/telemetry/metric-list.ts';
import type { Incident } from '#workers/incidents/find-incidents.ts';
import { incidentEmail } from '#workers/incidents/incident-email.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const alerts = z
  .object({
    groups: z.array(
      z.object({
        name: z.string(),
        rules: z.array(
          z.strictObject({
            alert: z.string().regex(/^[A-Z][A-Za-z]+$/),
            expr: z.string(),
            for: z.string().optional(),
            labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
            annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(read('infra/docker/monitoring/alerts.yml')))
  .groups.flatMap(({ rules }) => rules);

const panel = z.looseObject({
  id: z.number(),
  type: z.enum(['row', 'stat', 'timeseries']),
  title: z.string().min(1),
  gridPos: z.object({ h: z.number(), w: z.number().max(24), x: z.number().max(23), y: z.number() }),
  targets: z
    .array(
      z.looseObject({
        refId: z.string(),
        expr: z.string(),
        datasource: z.object({ uid: z.string() }).loose(),
      }),
    )
    .default([]),
});
const dashboard = z
  .looseObject({ uid: z.string(), title: z.string(), schemaVersion: z.number(), panels: z.array(panel) })
  .parse(JSON.parse(read('infra/docker/monitoring/grafana/dashboards/tideline.json')));

const listed = Object.entries<Metric>(metrics);
/** The series that expressions may use; a histogram has three. */
const series = new Map(
  listed.flatMap(([name, metric]) =>
    metric.kind === 'histogram'
      ? ['_bucket', '_sum', '_count'].map((suffix) => [name + suffix, name] as const)
      : [[name, name] as const],
  ),
);
/** Series of Prometheus and of exporters that an installation may add. */
const foreign = ['up', 'probe_ssl_earliest_cert_expiry', 'node_filesystem_avail_bytes'];

const namesIn = (expr: string) =>
  [...expr.matchAll(/\b(?:tideline|probe|node)_\w+|\bup\b/g)].map(([name]) => name);
const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const runbook = read('docs/operations.md');
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
const headings = [...runbook.matchAll(/^##? (.+)$/gm)].map(([, heading = '']) => heading);
const anchors = headings.map(anchorOf);

describe('metrics', () => {
  test.each(listed)('%s follows Prometheus’s naming', (name, { kind, unit, help, labels }) => {
    expect(name).toMatch(/^tideline_[a-z_]+$/);
    expect(name.endsWith('_total')).toBe(kind === 'counter');
    if (unit !== '') expect(name.replace(/_total$/, '').endsWith(`_${unit}`)).toBe(true);
    expect(help.length).toBeGreaterThan(15);
    for (const label of labels) expect(label).not.toMatch(/id$|member|email|name$|address/);
  });

  test('uses each in the dashboard or an alert, and these use no others', () => {
    const named = [...shown, ...alerts.map(({ expr }) => expr)].flatMap(namesIn);
    const unknown = named.filter((name) => !series.has(name) && !foreign.includes(name));
    expect(unknown).toEqual([]);
    const used = new Set(named.map((name) => series.get(name)));
    expect(listed.map(([name]) => name).filter((name) => !used.has(name))).toEqual([]);
  });

  test('uses only labels of the metric in expressions', () => {
    const asked = [...shown, ...alerts.map(({ expr }) => expr)].flatMap((expr) =>
      [...expr.matchAll(/(tideline_\w+)\{([^}]*)\}/g)].flatMap(([, name = '', selector = '']) =>
        [...selector.matchAll(/(\w+)\s*(?:=|!=|=~|!~)"/g)].map(([, label = '']) => ({ name, label })),
      ),
    );
    expect(asked.length).toBeGreaterThan(5);
    for (const { name, label } of asked) {
      const metric = listed.find(([one]) => one === series.get(name))?.[1];
      expect(metric?.labels, `${name}{${label}}`).toContain(label);
    }
  });
});

describe('the dashboard', () => {
  test('has panels with unique ids that do not overlap', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { type, title, targets } of dashboard.panels) {
      expect(targets.length > 0, title).toBe(type !== 'row');
    }
  });

  test('uses the provisioned data source', () => {
    const uids = dashboard.panels.flatMap(({ targets }) => targets.map(({ datasource }) => datasource.uid));
    const provisioned = z
      .object({ datasources: z.array(z.looseObject({ uid: z.string(), url: z.string() })) })
      .parse(parse(read('infra/docker/monitoring/grafana/provisioning/datasources/datasources.yml')));
    for (const uid of new Set(uids)) expect(provisioned.datasources.map((one) => one.uid)).toContain(uid);
    const services = Object.keys(
      z.looseObject({ services: z.looseObject({}) }).parse(parse(read('docker-compose.yml'), { merge: true }))
        .services,
    );
    for (const { url } of provisioned.datasources) expect(services).toContain(new URL(url).hostname);
  });
});

test('Prometheus scrapes every process at its port in docker compose', () => {
  const {
    scrape_configs: [scrape],
  } = z
    .object({
      scrape_configs: z.array(
        z.looseObject({
          job_name: z.string(),
          dns_sd_configs: z.array(z.looseObject({ names: z.array(z.string()), port: z.number() })),
        }),
      ),
    })
    .parse(parse(read('infra/docker/monitoring/prometheus.yml')));
  const { services } = z
    .looseObject({
      services: z.record(
        z.string(),
        z.looseObject({
          build: z.unknown().optional(),
          restart: z.string(),
          environment: z.looseObject({ HEALTH_PORT: z.number().optional() }).default({}),
        }),
      ),
    })
    .parse(parse(read('docker-compose.yml'), { merge: true }));
  const built = Object.entries(services).filter(
    ([, { build, restart }]) => build !== undefined && restart !== 'no',
  );
  expect(scrape?.dns_sd_configs[0]?.names).toEqual(built.map(([name]) => name));
  for (const [name, { environment }] of built) {
    expect(environment.HEALTH_PORT, name).toBe(scrape?.dns_sd_configs[0]?.port);
  }
  for (const { expr } of alerts) {
    for (const [, job] of expr.matchAll(/up\{job="([^"]+)"/g)) expect(job).toBe(scrape?.job_name);
  }
  const watched = alerts.flatMap(({ expr }) => [...expr.matchAll(/absent\(up\{.*?service="([^"]+)"/g)]);
  expect(watched.map(([, name]) => name)).toEqual(built.map(([name]) => name));
});

describe('the runbook', () => {
  test.each(alerts)(
    '$alert has a section with its meaning, investigation, action and end',
    ({ annotations }) => {
      const [file = '', anchor = ''] = annotations.runbook.split('#');
      expect(existsSync(join(root, file))).toBe(true);
      expect(anchors).toContain(anchor);
      const section = runbook
        .split(/^##? /m)
        .find((part) => anchorOf(part.split('\n', 1)[0] ?? '') === anchor);
      for (const word of ['Means', 'Look', 'Do', 'Over']) expect(section).toContain(`- **${word}** `);
    },
  );

  test('has unique section names', () => expect(new Set(anchors).size).toBe(anchors.length));

  test('mentions existing npm scripts', () => {
    const { scripts } = z
      .looseObject({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));
    const named = [...runbook.matchAll(/`npm (?:run )?([a-z:-]+)/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
  });

  test('mentions existing metrics, files and variables', () => {
    for (const [name] of runbook.matchAll(/\btideline_\w+/g))
      expect([...series.keys(), ...series.values()]).toContain(name);
    for (const [path] of runbook.matchAll(/\binfra\/[\w./-]+\w/g))
      expect(existsSync(join(root, path)), path).toBe(true);
    const variables = read('.env.example');
    for (const [, name = ''] of runbook.matchAll(/`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`/g)) {
      expect(variables, name).toMatch(new RegExp(`^${name}=`, 'm'));
    }
  });

  test('links to its own sections, as do the emails to the studio', () => {
    const sentTo = [...runbook.matchAll(/_([A-Z][a-z]+(?: [A-Za-z ]+)?)_/g)].map(([, name = '']) => name);
    expect(sentTo.length).toBeGreaterThan(10);
    for (const name of sentTo) if (name !== 'Adjust passes') expect(headings).toContain(name);
    const incidents: Incident[] = [
      { kind: 'projection-stopped', ref: 'a/b', projection: 'wallet' },
      { kind: 'verification-failed', ref: '2026-05-01', exceptions: 2, wallets: 1 },
      { kind: 'verification-late', ref: 'nightly', days: 3 },
      { kind: 'jobs-dead', ref: 'send-receipt', count: 1 },
      { kind: 'webhooks-stuck', ref: 'stripe', count: 2, hours: 1 },
    ];
    const sender = { studioName: 'Tideline', studioAddress: 'Harbour Street', siteUrl: 'https://x.example' };
    for (const incident of incidents) {
      const { subject, text } = incidentEmail(sender, incident);
      expect(subject).toMatch(/^Tideline: /);
      const [, section = ''] = /has a section “([^”]+)”/.exec(text.replaceAll('\n', ' ')) ?? [];
      expect(headings).toContain(section);
    }
  });
});
