import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runSteps } from '../testing/run-steps.fixture.ts';
import { type PlanSurroundings, planImport } from './plan.ts';
import type { LotLine, MemberLine } from './read-lines.ts';

const around: PlanSurroundings = {
  passes: [{ id: 6, name: '10 Class Pass', classes: 10 }],
  plans: [{ name: 'Monthly Membership', passes: 12 }],
  names: { 'Zehnerkarte ': '10 class pass' },
  accounts: new Map([['ben@example.com', { memberId: 'ben', name: 'Ben Pike' }]]),
  hasBrought: () => false,
  today: '2026-05-12',
};
const ann: MemberLine = {
  line: 2,
  name: 'Ann Shore',
  email: 'Ann@example.com',
  phone: '',
  newsletter: false,
};
const lot = (change: Partial<LotLine> = {}): LotLine => ({
  ...{ file: 'passes', line: 2, email: 'ann@example.com', name: '10 Class Pass', classes: 10, remaining: 7 },
  ...{ begins: '2026-05-01', expires: '2026-08-31', pricePence: 17_001, ...change },
});
const plan = (lots: readonly LotLine[], change: Partial<PlanSurroundings> = {}, members = [ann]) =>
  runSteps(planImport({ members, lots, refused: [] }, { ...around, ...change }));

it('values what is left at its share of the price', () => {
  const { people, sums } = plan([lot()]);
  expect(people).toMatchObject([
    { email: 'Ann@example.com', member: { row: 2 }, lots: [{ passId: 6, passes: 7, pricePence: 11_900 }] },
  ]);
  expect(sums).toEqual([{ name: '10 Class Pass', lots: 1, passes: 7, pence: 11_900 }]);
});

it.each([
  [{ email: 'cleo@example.com' }, /no account/],
  [{ name: 'Gold' }, /no pass of this name/],
  [{ file: 'memberships' as const, name: 'Gold' }, /no plan of this name/],
  [{ file: 'memberships' as const }, /no plan of this name/],
  [{ remaining: 0 }, /No classes are left/],
  [{ remaining: 11 }, /More classes are left/],
  [{ expires: '2026-05-11' }, /ended on 2026-05-11/],
  [{ begins: '2026-05-13' }, /in the future/],
])('refuses a lot with %o', (change, reason) => {
  const { refused, people } = plan([lot({ line: 3, ...change })]);
  expect(refused).toMatchObject([{ line: 3, reason: expect.stringMatching(reason) }]);
  expect(people).toMatchObject([{ lots: [] }]);
});

it('brings no more lots of one person than one append takes', () => {
  const { refused, sums } = plan(Array.from({ length: 203 }, (_, index) => lot({ line: index + 2 })));
  expect(sums).toMatchObject([{ lots: 200 }]);
  expect(refused.map(({ line }) => line)).toEqual([202, 203, 204]);
  expect(refused[0]?.reason).toMatch(/More than 200 lines/);
});

it('brings what ends today, names in any letter case, and names that staff mapped', () => {
  const { refused, sums, unknownNames } = plan([
    lot({ expires: '2026-05-12' }),
    lot({ line: 3, name: '10 CLASS pass' }),
    lot({ line: 4, name: 'zehnerkarte', classes: null }),
    lot({ line: 5, name: 'Gold' }),
  ]);
  expect(refused.map(({ line }) => line)).toEqual([5]);
  expect(sums).toMatchObject([{ name: '10 Class Pass', lots: 3 }]);
  expect(unknownNames).toEqual(['Gold']);
});

it('merges by address, and gives passes to an account without a line of its own', () => {
  const ben: MemberLine = { ...ann, line: 3, name: 'Benjamin', email: 'BEN@example.com' };
  const both = plan([lot({ email: 'Ben@example.com' })], {}, [ann, ben]);
  expect(both).toMatchObject({ created: 1, merged: 1 });
  expect(both.warnings).toMatchObject([{ line: 3, reason: expect.stringMatching(/another name/) }]);
  const without = plan([lot({ email: 'Ben@example.com' })], { hasBrought: () => true }, []);
  expect(without).toMatchObject({ created: 0, merged: 1, people: [{ member: null, lots: [{ passes: 7 }] }] });
  expect(without.warnings).toMatchObject([{ reason: expect.stringMatching(/already has a pass/) }]);
});

it('brings each line over or refuses it, and its sums are those of the lots', () => {
  const emails = ['ann@example.com', 'ben@example.com', 'cleo@example.com'];
  const anyLot = fc.record({
    email: fc.constantFrom(...emails),
    file: fc.constantFrom('passes' as const, 'memberships' as const),
    name: fc.constantFrom('10 Class Pass', 'Monthly Membership', 'Gold'),
    classes: fc.option(fc.integer({ min: 0, max: 20 })),
    remaining: fc.integer({ min: 0, max: 20 }),
    begins: fc.option(fc.constantFrom('2026-05-01', '2026-06-01')),
    expires: fc.constantFrom('2026-05-11', '2026-05-12', '2026-08-31'),
    pricePence: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  });
  fc.assert(
    fc.property(fc.array(anyLot, { maxLength: 30 }), (lots) => {
      const { people, refused, sums } = plan(
        lots.map((change, index) => lot({ ...change, line: index + 2 })),
      );
      const brought = people.flatMap((person) => person.lots);
      expect(brought.length + refused.length).toBe(lots.length);
      expect(new Set([...brought.map(({ row }) => row), ...refused.map(({ line }) => line)]).size).toBe(
        lots.length,
      );
      const total = (pick: (one: { passes: number; pricePence: number }) => number) =>
        brought.reduce((sum, one) => sum + pick(one), 0);
      expect(sums.reduce((sum, { passes }) => sum + passes, 0)).toBe(total(({ passes }) => passes));
      expect(sums.reduce((sum, { pence }) => sum + pence, 0)).toBe(total(({ pricePence }) => pricePence));
      for (const { row, pricePence } of brought)
        expect(pricePence).toBeLessThanOrEqual(lots[row - 2]?.pricePence ?? 0);
    }),
  );
});
