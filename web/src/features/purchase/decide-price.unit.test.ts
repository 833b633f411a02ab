import { expect, it, vi } from 'vitest';
import { ask } from '#web/components/ui/ask.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { decidePrice, decideTerms } from './decide-price.ts';

vi.mock('#web/components/ui/ask.ts', () => ({ ask: vi.fn() }));

const changedTo = (is: number) =>
  new ApiError({
    status: 409,
    code: 'CHANGED_SINCE',
    message: 'No',
    raw: '409: No',
    changed: { pricePence: { was: 8_000, is } },
  });

/** Answers each question; records what the dialog shows. */
function answerQuestions(isConfirmed: boolean): unknown[] {
  const facts: unknown[] = [];
  vi.mocked(ask).mockImplementation(async (question) => {
    facts.push(question.facts);
    return isConfirmed;
  });
  return facts;
}

it('buys at the price that the person agreed to, however often it changes', async () => {
  const facts = answerQuestions(true);
  const send = vi
    .fn()
    .mockRejectedValueOnce(changedTo(9_000))
    .mockRejectedValueOnce(changedTo(9_550))
    .mockResolvedValue('paid');
  expect(await decidePrice(8_000, send)).toEqual({ answer: 'paid', agreedPence: 9_550 });
  expect(send.mock.calls).toEqual([[8_000], [9_000], [9_550]]);
  expect(facts).toEqual([
    [{ label: 'Price', was: '£80', is: '£90' }],
    [{ label: 'Price', was: '£90', is: '£95.50' }],
  ]);
});

it('asks about another number of classes or another validity at the same price', async () => {
  const questions: unknown[] = [];
  vi.mocked(ask).mockImplementation(async ({ title, facts, confirmLabel }) => {
    questions.push({ title, facts, confirmLabel });
    return true;
  });
  const changed = { classes: { was: 5, is: 4 }, expiry: { was: '2 months', is: '6 weeks' } };
  const cause = new ApiError({ status: 409, code: 'CHANGED_SINCE', message: 'No', raw: '409: No', changed });
  const send = vi.fn().mockRejectedValueOnce(cause).mockResolvedValue('paid');
  const agreed = { pricePence: 8_000, classes: 4, expiry: '6 weeks' };
  const shown = { pricePence: 8_000, classes: 5, expiry: '2 months' };
  expect(await decideTerms(shown, send)).toEqual({ answer: 'paid', agreed });
  expect(send.mock.calls).toEqual([[shown], [agreed]]);
  expect(questions).toEqual([
    {
      title: 'This pass has changed',
      facts: [
        { label: 'Classes', was: '5', is: '4' },
        { label: 'Use within', was: '2 months', is: '6 weeks' },
      ],
      confirmLabel: 'Continue at £80',
    },
  ]);
});

it('buys nothing when the person goes back, and throws other errors', async () => {
  answerQuestions(false);
  const send = vi.fn().mockRejectedValue(changedTo(9_000));
  expect(await decidePrice(8_000, send)).toBeUndefined();
  expect(send).toHaveBeenCalledTimes(1);
  await expect(decidePrice(8_000, () => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
});
