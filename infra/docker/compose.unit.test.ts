import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { environmentSchema } from '../config/schema.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const service = z.looseObject({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  profiles: z.array(z.string()).default([]),
  restart: z.string(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  ports: z.array(z.string()).default([]),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).optional(),
  mem_limit: z.string().optional(),
  pids_limit: z.number().optional(),
  networks: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  healthcheck: z
    .union([z.looseObject({ test: z.array(z.string()).min(2) }), z.object({ disable: z.literal(true) })])
    .optional(),
  depends_on: z
    .record(z.string(), z.object({ condition: z.string(), required: z.boolean().default(true) }))
    .default({}),
});
const file = z.looseObject({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.looseObject({ internal: z.boolean().optional() }).nullable()),
  volumes: z.record(z.string(), z.null()),
});

const text = read('docker-compose.yml');
const compose = file.parse(parse(text, { merge: true }));
const services = Object.entries(compose.services);
const named = [...new Set([...text.matchAll(/(?<!\$)\$\{([A-Z_]+)/g)].map(([, name]) => name ?? ''))];
const inExample = [...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value]) => ({
  name,
  value,
}));
const configured = Object.keys(environmentSchema.shape);
const isSecret = (name: string) => /PASSWORD|SECRET|_KEY$/.test(name);
/** The variables that compose itself reads. */
const composesOwn = ['COMPOSE_PROFILES'];

describe('docker-compose.yml', () => {
  test.each(services.filter(([, { restart }]) => restart !== 'no'))('%s has a health check', (_, each) => {
    expect(each.healthcheck).toHaveProperty('test');
  });

  test.each(services)('%s waits for existing services, by a condition that they can meet', (_, each) => {
    for (const [name, { condition, required }] of Object.entries(each.depends_on)) {
      const needed = compose.services[name];
      expect(needed, name).toBeDefined();
      expect(condition).toBe(needed?.restart === 'no' ? 'service_completed_successfully' : 'service_healthy');
      // A service of a profile may be missing.
      const isAlwaysThere = needed?.profiles.every((profile) => each.profiles.includes(profile));
      expect(required, name).toBe(isAlwaysThere);
    }
  });

  test.each(services)('%s uses volumes and networks that are declared', (_, each) => {
    for (const volume of each.volumes) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('./')) expect(existsSync(join(root, source)), source).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
    for (const network of each.networks) expect(Object.keys(compose.networks)).toContain(network);
  });

  test('requires every secret without a default, with a message', () => {
    for (const [whole, name = '', rest = ''] of text.matchAll(/(?<!\$)\$\{([A-Z_]+)([^}]*)\}/g)) {
      if (isSecret(name)) expect(rest, whole).toMatch(new RegExp(`^:\\?${name} is missing`));
    }
    for (const [name, each] of services) {
      for (const [variable, value] of Object.entries(each.environment)) {
        if (!isSecret(variable) || variable.startsWith('EVENTSTORE_CERTIFICATE')) continue;
        expect(String(value), `${name} ${variable}`).toMatch(/^\$\{/);
      }
    }
  });

  test('sets only variables of the configuration, and all that production requires', () => {
    for (const name of ['api-1', 'api-2', 'projections', 'workers']) {
      const given = Object.keys(compose.services[name]?.environment ?? {});
      expect(configured).toEqual(expect.arrayContaining(given));
      // Compose gives the master key itself instead of its file.
      const optional = [
        'DATA_DIR',
        'BACKUP_DIR',
        'STUDIO_DEMO',
        'RATE_LIMITS',
        'HEALTH_PORT',
        'MASTER_KEY_FILE',
      ];
      expect(given.filter((each) => each !== 'HEALTH_PORT').toSorted()).toEqual(
        configured.filter((each) => !optional.includes(each)).toSorted(),
      );
    }
  });

  test('runs existing programs, from the built image', () => {
    const built = services.filter(([, { build }]) => build !== undefined);
    expect(built.map(([name]) => name)).toEqual(['migrate', 'api-1', 'api-2', 'projections', 'workers']);
    for (const [, { command, build }] of built) {
      expect(existsSync(join(root, command?.[1] ?? ''))).toBe(true);
      expect(existsSync(join(root, build?.dockerfile ?? ''))).toBe(true);
    }
  });

  test('publishes the ports of the proxy only; the servers have no access to the internet', () => {
    const isOpen = (port: string) => !port.startsWith('127.0.0.1:');
    expect(services.filter(([, { ports }]) => ports.some(isOpen)).map(([name]) => name)).toEqual(['proxy']);
    // Health and metrics are not public.
    expect(read('infra/docker/Caddyfile')).not.toContain(':3001');
    expect(compose.networks['inside']?.internal).toBe(true);
    for (const [name, each] of services) {
      if (/^(postgres|redis|eventstore)/.test(name)) expect(each.networks).toEqual(['inside']);
    }
  });

  test.each(services)('%s has no rights, files or memory beyond its need', (name, each) => {
    expect(each).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
    });
    // What an entrypoint needs that starts as root and becomes another user; ports below 1024 for the proxy.
    const becomesAnother = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'];
    const allowed: Readonly<Record<string, readonly string[]>> = {
      proxy: ['NET_BIND_SERVICE'],
      postgres: becomesAnother,
      redis: becomesAnother,
      certificates: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'],
    };
    expect(each.cap_add).toEqual(allowed[name] ?? []);
  });

  test('keeps monitoring away from the servers, and servers and proxy away from monitoring', () => {
    const monitoring = services.filter(([, { profiles }]) => profiles.includes('monitoring'));
    expect(monitoring.map(([name]) => name)).toEqual(['prometheus', 'grafana', 'tempo']);
    for (const [name, { networks }] of monitoring) {
      expect(networks, name).toContain('monitoring');
      expect(networks, name).not.toContain('inside');
    }
    expect(compose.networks['monitoring']?.internal).toBe(true);
    const joined = services
      .filter(([, { networks }]) => networks.includes('monitoring'))
      .map(([name]) => name);
    expect(joined).toEqual(['api-1', 'api-2', 'projections', 'workers', 'prometheus', 'grafana', 'tempo']);
  });

  test('gives the product a role of Postgres that is not the superuser, and migrations one of their own', () => {
    const { POSTGRES_USER: superuser, POSTGRES_PASSWORD: password } =
      compose.services['postgres']?.environment ?? {};
    const readRole = (name: string) => {
      const { DATABASE_URL: url } = compose.services[name]?.environment ?? {};
      return /^postgres:\/\/(\w+):\$\{(\w+)/.exec(String(url))?.slice(1);
    };
    for (const name of ['api-1', 'api-2', 'projections', 'workers'])
      expect(readRole(name)).toEqual(['studio', 'POSTGRES_PASSWORD']);
    expect(readRole('migrate')).toEqual(['migrations', 'POSTGRES_MIGRATION_PASSWORD']);
    expect(Object.keys(compose.services['migrate']?.environment ?? {})).toEqual(['DATABASE_URL']);
    expect(['studio', 'migrations']).not.toContain(superuser);
    expect(password).toContain('POSTGRES_ADMIN_PASSWORD');
  });

  test('pins each image to a version', () => {
    for (const [name, { image, build }] of services) {
      if (build === undefined) expect(image, name).toMatch(/^[a-z./-]+:v?\d/);
    }
  });

  test('has one event store, or a cluster of three', () => {
    const nodes = services.filter(([, { profiles }]) => profiles.includes('cluster')).map(([name]) => name);
    expect(nodes).toEqual(['certificates', 'eventstore-1', 'eventstore-2', 'eventstore-3']);
    for (const name of nodes.slice(1)) {
      const { EVENTSTORE_GOSSIP_SEED: seed, ...others } = compose.services[name]?.environment ?? {};
      expect(others['EVENTSTORE_CLUSTER_SIZE']).toBe(3);
      expect(others['EVENTSTORE_NODE_HOST_ADVERTISE_AS']).toBe(name);
      const rest = nodes.slice(1).filter((each) => each !== name);
      expect(seed).toBe(rest.map((each) => `${each}:2113`).join(','));
      expect(others).not.toHaveProperty('EVENTSTORE_INSECURE');
    }
  });
});

describe('.env.example', () => {
  const names = inExample.map(({ name }) => name);

  test('lists every variable of the configuration and of docker-compose.yml, once, and no other', () => {
    const wanted = new Set([...configured, ...named, ...composesOwn]);
    expect(names.toSorted()).toEqual([...wanted].toSorted());
  });

  test('lists passwords before the address that contains them, because compose substitutes in order', () => {
    const text = read('.env.example');
    expect(text.indexOf('\nEVENTSTORE_ADMIN_PASSWORD=')).toBeGreaterThan(0);
    expect(text.indexOf('\nEVENTSTORE_ADMIN_PASSWORD=')).toBeLessThan(text.indexOf('\nEVENTSTORE_URL='));
  });

  test('contains no secret', () => {
    for (const { name, value } of inExample) if (isSecret(name)) expect(value, name).toBe('');
  });
});

test('an API serves for longer than the proxy takes to notice that it stops, and has time to stop', () => {
  const caddyfile = read('infra/docker/Caddyfile');
  const seconds = (name: string) => Number(new RegExp(`^\\s*${name} (\\d+)s$`, 'm').exec(caddyfile)?.[1]);
  const { DRAIN_SECONDS: drain } = compose.services['api-1']?.environment ?? {};
  const drainSeconds = Number(/:-(\d+)}$/.exec(String(drain))?.[1]);
  expect(drainSeconds).toBeGreaterThan(seconds('health_interval') + seconds('health_timeout'));
  // A process exits after 25 s (infra/runtime/shutdown.ts).
  for (const name of ['api-1', 'api-2', 'projections', 'workers']) {
    expect(Number.parseInt(String(compose.services[name]?.['stop_grace_period']), 10)).toBeGreaterThan(25);
  }
  // Fastify closes an idle connection after 72 s; the proxy must close it earlier.
  expect(seconds('keepalive')).toBeLessThan(72);
});

test('the image does not run as root, copies existing files, and contains no secrets', () => {
  const dockerfile = read('infra/docker/Dockerfile');
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  expect(dockerfile).toContain('npm ci --omit=dev');
  for (const [, paths = ''] of dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)) {
    for (const path of paths.split(' ')) expect(existsSync(join(root, path)), path).toBe(true);
  }
  const ignored = read('.dockerignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.env', '.env.*', '.data', '**/node_modules']));
});

test('the image has neither tests nor benchmarks, which only tasks of developers need', () => {
  const left = ['tools/bench', 'tools/checks', 'tools/testing', 'projections/testing'];
  const ignored = read('.dockerignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining([...left, '**/*.test.ts', '**/*.fixture.ts']));
  const isLeft = (path: string) => left.some((folder) => path.startsWith(`${folder}/`));
  const copied = /^COPY (domain|infra|embedded|tools|services|projections|workers) /gm;
  const folders = [...read('infra/docker/Dockerfile').matchAll(copied)].map(([, folder = '']) => folder);
  const programs = globSync(`{${folders.join(',')}}/**/*.ts`, { cwd: root }).filter(
    (path) => !isLeft(path) && !/\.(test|fixture)\.ts$/.test(path),
  );
  expect(programs.length).toBeGreaterThan(400);
  const needing = programs.filter((path) =>
    [...read(path).matchAll(/(?:from|import\()\s*'([#.][^']+)'/g)].some(([, target = '']) =>
      isLeft(target.startsWith('#') ? target.slice(1) : join(dirname(path), target)),
    ),
  );
  expect(needing.filter((path) => !/^tools\/tasks\/(test|bench|screenshots|draw-images)/.test(path))).toEqual(
    [],
  );
});

test('the proxy has the TLS versions and ciphers of its makers, none weaker', () => {
  expect(read('infra/docker/Caddyfile')).not.toMatch(/^\s*(tls|protocols|ciphers|curves)\b|insecure/m);
});
