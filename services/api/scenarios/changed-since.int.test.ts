import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogEnd, type LogEnd } from '#infra/event-store/log-end.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { routeCases } from '../testing/bad-input/all-routes.fixture.ts';
import { type PrepareEdit, staffEdits, staffWritesWithoutExpected } from '../testing/staff-edits.fixture.ts';

let studio: TestStudio;
let first: StudioClient;
let second: StudioClient;
let end: LogEnd;
beforeAll(async () => {
  studio = await startOwnStudio();
  [first, second] = await Promise.all([studio.admin(), studio.admin()]);
  end = createLogEnd(studio.runtime.backends.eventStoreUrl);
});
afterAll(async () => {
  await end?.close();
  await studio?.stop();
});

type Edited = Awaited<ReturnType<PrepareEdit>>;

const send = (client: StudioClient, { method, path, body }: Edited['first'], expected?: object) =>
  client.call(method, path, expected === undefined ? body : { ...body, expected });

it('lists every write of staff, with the reason of each that sends no seen values', () => {
  const writes = Object.keys(routeCases).filter((name) =>
    /^(POST|PUT|PATCH|DELETE) \/api\/(admin|instructor|staff|audit)\//.test(name),
  );
  const known = [...Object.keys(staffEdits), ...Object.keys(staffWritesWithoutExpected)];
  expect(known.toSorted()).toEqual(writes.toSorted());
});

describe.each(Object.entries(staffEdits))('%s by two of the staff', (_route, prepare) => {
  it('shows the second what the first changed, and appends nothing', async () => {
    const edited = await prepare(studio, first);
    expect((await send(first, edited.first, edited.seen)).status).toBe(200);
    const before = await end.position();
    const { status, body } = await send(second, edited.second, edited.seen);
    expect([status, body]).toMatchObject([409, { code: 'CHANGED_SINCE', changed: edited.changed }]);
    expect(errorAnswer.parse(body).changed).toEqual(edited.changed);
    expect(await end.position()).toEqual(before);
  });

  it('lets the second overwrite once the first one’s change is seen', async () => {
    const edited = await prepare(studio, first);
    await send(first, edited.first);
    const now = Object.fromEntries(Object.entries(edited.changed).map(([name, { is }]) => [name, is]));
    // The validity is written as one fact.
    const { validity: _validity, ...facts } = { ...edited.seen, ...now };
    expect((await send(second, edited.second, facts)).status).toBe(200);
  });

  it('accepts an edit without seen values', async () => {
    const edited = await prepare(studio, first);
    await send(first, edited.first);
    expect((await send(second, edited.second)).status).toBe(200);
  });

  it('makes one of two concurrent edits', async () => {
    const edited = await prepare(studio, first);
    const answers = await Promise.all([
      send(first, edited.first, edited.seen),
      send(second, edited.second, edited.seen),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted();
    // What no longer exists is 404 for the other.
    expect([
      [200, 409],
      [200, 404],
    ]).toContainEqual(statuses);
  });
});

it('accepts a repeated edit whose answer was lost', async () => {
  const prepare = staffEdits['PUT /api/admin/classes/{id}'];
  if (prepare === undefined) throw new Error('The route has no case');
  const edited = await prepare(studio, first);
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect((await send(first, edited.first, edited.seen)).status).toBe(200);
});

it('shows the change in the dry run of the second, too', async () => {
  const prepare = staffEdits['DELETE /api/admin/classes/{id}'];
  if (prepare === undefined) throw new Error('The route has no case');
  const edited = await prepare(studio, first);
  await send(first, edited.first);
  const dryRun = { ...edited.second, path: `${edited.second.path}?dryRun=true` };
  const { status, body } = await send(second, dryRun, edited.seen);
  expect([status, body]).toMatchObject([409, { code: 'CHANGED_SINCE', changed: edited.changed }]);
});
