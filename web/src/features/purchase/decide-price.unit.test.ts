import { expect, it, vi } from 'vitest';
import { ask } from '#web/components/ui/ask.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { decidePrice } from './decide-price.ts';

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

it('buys nothing when the person goes back, and throws other errors', async () => {
  answerQuestions(false);
  const send = vi.fn().mockRejectedValue(changedTo(9_000));
  expect(await decidePrice(8_000, send)).toBeUndefined();
  expect(send).toHaveBeenCalledTimes(1);
  await expect(decidePrice(8_000, () => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
});
