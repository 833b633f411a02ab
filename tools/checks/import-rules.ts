import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

/** Which way imports point (design.md, Folders). The paths are regular expressions on files, from the project's root. */
const tests = '[.](unit[.]test|int[.]test|e2e[.]test|fixtures?)[.]tsx?$|/testing/';
const queries = '^projections/read-models/.*queries';
const catchUp = '^projections/catch-up/';
const top = '^(domain|infra|projections|services|workers|web|embedded|tools)/';

const severity = 'error';

/** Files of `folder` import of ours only their own folder and what `may` names. */
const folder = (name: string, may: string[], reason: string, except: string[] = []): IForbiddenRuleType => ({
  name: `${name} → ${may.join(', ') || 'nothing of ours'}`,
  comment: reason,
  severity,
  from: { path: `^${name}/`, pathNot: except },
  to: { path: top, pathNot: [`^${name}/`, ...may] },
});

/** `packages` is an alternation of package names. */
const onlyIn = (name: string, packages: string): IForbiddenRuleType => ({
  name: `only ${name} → ${packages}`,
  severity,
  from: { path: top, pathNot: [`^${name}/`, '^(embedded|tools)/'] },
  to: { path: `(^|node_modules/)(${packages})(/|$)` },
});

export default {
  forbidden: [
    folder('domain', [], 'The domain is pure.'),
    folder('infra', [], 'An adapter knows nothing of the product.'),
    folder('projections', ['^domain/', '^infra/'], 'A projection knows event types and adapters.'),
    folder('services/contract', ['^domain/'], 'The browser reads the contract too.'),
    folder('services/commands', ['^domain/', '^infra/'], 'A command loads, decides and appends.'),
    folder('services/audit', ['^domain/', '^infra/'], 'The audit replays streams.', [
      '^services/audit/verification/',
    ]),
    folder(
      'services/audit/verification',
      ['^services/audit/', '^domain/', '^infra/', '^projections/'],
      'It compares events and read models.',
    ),
    folder(
      'services/api',
      ['^services/(commands|audit|contract)/', '^domain/', '^infra/', queries, catchUp],
      'The API calls commands and queries.',
    ),
    folder('services', ['^domain/', '^infra/', '^projections/'], 'main.ts connects the API.'),
    folder(
      'workers',
      ['^services/(commands|audit)/', '^domain/', '^infra/', queries],
      'A worker calls commands and queries.',
      ['^workers/main[.]ts$'],
    ),
    folder('web', ['^services/contract/'], 'The web knows the server by its contract.'),
    folder(
      'embedded',
      ['^(domain|infra|projections|services|workers)/'],
      'It starts all but the web and the tools.',
    ),
    onlyIn('infra/event-store', '@eventstore/db-client'),
    onlyIn('infra/queue', 'bullmq|ioredis'),
    onlyIn('infra/payments', 'stripe'),
    onlyIn('infra/mail', '@getbrevo/brevo'),
    onlyIn('infra/push', 'web-push'),
    onlyIn('infra/telemetry', '@opentelemetry/[^/]+'),
    {
      name: 'domain and contract without I/O',
      severity,
      from: { path: '^(domain|services/contract)/' },
      to: { pathNot: [top, 'node_modules/(zod|date-fns|@date-fns/tz)/'] },
    },
    { name: 'product without tests', severity, from: { pathNot: '^tools/' }, to: { path: tests } },
    {
      name: 'relative paths stay in their top folder',
      severity,
      from: { path: '^([^/]+)/' },
      to: { path: top, pathNot: '^$1/', dependencyTypesNot: ['aliased'] },
    },
    { name: 'no cycle of files', severity, from: {}, to: { circular: true } },
    { name: 'no cycle of folders', severity, scope: 'folder', from: {}, to: { circular: true } },
  ],
  options: {
    // A test imports what it needs; of tests only imports by the product count.
    doNotFollow: { path: ['node_modules', tests, '^web/(e2e|dist)/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
} satisfies IConfiguration;
