import { expect, it } from 'vitest';
import { createNewRate, rateForm } from './rate-form-values.ts';

const filled = { ...createNewRate('2026-06-01'), instructorId: '3', basePence: 30.5 };
const findProblems = (changes: object) => {
  const { error } = rateForm.safeParse({ ...filled, ...changes });
  return [...new Set(error?.issues.map(({ path }) => path[0]))];
};

it('converts pounds, and reads empty fields as no amount a head and every class type', () => {
  expect(rateForm.parse(filled)).toEqual({
    ...{ instructorId: '3', basePence: 3_050, perHeadPence: 0, above: 0, validFrom: '2026-06-01' },
    classType: undefined,
  });
  expect(rateForm.parse({ ...filled, classType: 'advanced', perHeadPence: 2.5, above: 4 })).toMatchObject({
    ...{ classType: 'advanced', perHeadPence: 250, above: 4 },
  });
});

it('refuses a missing instructor, a missing or negative amount, and too much', () => {
  expect(rateForm.safeParse(filled).success).toBe(true);
  expect(findProblems({ instructorId: '' })).toEqual(['instructorId']);
  expect(findProblems({ basePence: Number.NaN })).toEqual(['basePence']);
  expect(findProblems({ basePence: -1 })).toEqual(['basePence']);
  expect(findProblems({ basePence: 1_000.01 })).toEqual(['basePence']);
  expect(findProblems({ perHeadPence: -0.01 })).toEqual(['perHeadPence']);
  expect(findProblems({ above: 2.5 })).toEqual(['above']);
  expect(findProblems({ validFrom: '' })).toEqual(['validFrom']);
});
