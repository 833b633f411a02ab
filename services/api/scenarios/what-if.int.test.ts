import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WhatIfAnswer, whatIfAnswer, whatIfStarted } from '#services/contract/what-if.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { MonthSimulation } from '../testing/month-simulation.fixture.ts';

let simulation: MonthSimulation;
beforeAll(async () => {
  simulation = await MonthSimulation.run();
});
afterAll(() => simulation?.studio.remove());

const path = '/api/admin/what-if';
const getSpan = () => {
  const [year = 0, month = 0] = simulation.month.split('-').map(Number);
  return { from: simulation.day(1), to: simulation.day(new Date(Date.UTC(year, month, 0)).getUTCDate()) };
};
const read = (runId: string) => simulation.admin.expect(whatIfAnswer, 'GET', `${path}/${runId}`);

async function ask(rules: Record<string, string>): Promise<WhatIfAnswer> {
  const { runId } = await simulation.admin.expect(whatIfStarted, 'POST', path, { ...getSpan(), rules });
  await waitFor(async () => (await read(runId)).state !== 'running');
  return read(runId);
}

describe('a what-if', () => {
  it('without other rules repeats a month exactly, with the money of its report', async () => {
    const answer = await ask({});
    const { instructorCosts, classes } = (await simulation.readReport(simulation.month)).monthlyData;
    expect(answer).toMatchObject({
      state: 'done',
      progress: 1,
      differences: [],
      differenceCount: 0,
      sweep: null,
    });
    for (const { was, wouldBe, difference } of Object.values(answer.figures)) {
      expect(wouldBe).toBe(was);
      expect(difference).toBe(0);
    }
    expect(answer.events).toBeGreaterThan(100);
    expect(answer.figures.instructorFeesPence?.was).toBe(instructorCosts.totalCosts);
    expect(answer.figures.classRevenuePence?.was).toBe(classes.classRevenue);
  });

  it('names each difference by its event, class and member, and shows the range of one rule', async () => {
    const { events, ...answer } = await ask({ free_cancellation_hours: '0' });
    expect(events).toBeGreaterThan(100);
    const { passesForfeited, passesReturned } = answer.figures;
    expect(passesForfeited).toMatchObject({ wouldBe: 0 });
    expect(passesForfeited?.was).toBeGreaterThan(0);
    expect(passesReturned?.difference).toBe(passesForfeited?.was);
    expect(answer.differenceCount).toBe(answer.differences.length);
    for (const { position, classId, memberId } of answer.differences) {
      const [event] = await simulation.studio.query(
        `SELECT 1 FROM pass_uses WHERE class_id = ${classId} AND member_id = '${memberId}'`,
      );
      expect([position, event]).toEqual([expect.stringMatching(/^\d+$/), expect.anything()]);
    }
    expect(answer.sweep?.key).toBe('free_cancellation_hours');
    const passesKept = answer.sweep?.values.map((value) => value.passesKept) ?? [];
    expect(passesKept).toEqual(passesKept.toSorted((a, b) => b - a));
    expect(passesKept[0]).toBe(passesReturned?.wouldBe);
  });

  it('counts another fee for every class held', async () => {
    const { figures } = await ask({ instructor_fee_pence: '0' });
    expect(figures.instructorFeesPence).toMatchObject({ wouldBe: 0 });
  });

  it('refuses an empty span, rules that contradict each other, and a second question while the first one runs', async () => {
    const { admin } = simulation;
    const empty = await admin.call('POST', path, { from: '2001-01-01', to: '2001-12-31', rules: {} });
    expect([empty.status, empty.body]).toMatchObject([422, { code: 'EMPTY_SPAN' }]);
    const rules = { broadcast_under_hours: '24', auto_book_until_hours: '12' };
    const contradiction = await admin.call('POST', path, { ...getSpan(), rules });
    expect([contradiction.status, contradiction.body]).toMatchObject([
      422,
      { code: 'RULES_CONTRADICT', keys: ['broadcast_under_hours', 'auto_book_until_hours'] },
    ]);
    const wrong = { offer_minutes: '4', no_such_rule: '1' };
    expect((await admin.call('POST', path, { ...getSpan(), rules: wrong })).status).toBe(400);
    const { runId } = await admin.expect(whatIfStarted, 'POST', path, getSpan());
    const second = await admin.call('POST', path, { ...getSpan(), rules: {} });
    expect([second.status, second.body]).toMatchObject([429, { code: 'WHAT_IF_RUNNING' }]);
    expect((await admin.call('DELETE', `${path}/${runId}`)).status).toBe(200);
    expect(await read(runId)).toMatchObject({ state: 'cancelled', differences: [], figures: {} });
    expect((await ask({})).state).toBe('done');
  });
});
