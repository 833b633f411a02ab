import { expect, it, vi } from 'vitest';
import { ask } from '#web/components/ui/ask.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { decideClass } from './decide-class.ts';

vi.mock('#web/components/ui/ask.ts', () => ({ ask: vi.fn() }));

const shown = { date: '2026-05-16', time: '09:30', name: 'beginner' } as const;
const wording = { confirmLabel: 'Book This Class', overlapLabel: 'Book Both' };

const refused = (code: 'CHANGED_SINCE' | 'OVERLAPS_BOOKING' | 'CLASS_FULL', facts: object = {}) =>
  new ApiError({ status: 409, code, message: 'No', raw: '409: No', ...facts });
const changed = {
  changed: { time: { was: '09:30', is: '18:00' }, name: { was: 'beginner', is: 'advanced' } },
};
const overlaps = {
  overlaps: { bookingId: 4, classId: 7, name: 'beginner', date: '2026-05-16', time: '17:30', duration: 50 },
};

/** Answers questions as a person would, and records their titles. */
function answerQuestions(...answers: boolean[]): string[] {
  const titles: string[] = [];
  vi.mocked(ask).mockImplementation(async ({ title }) => {
    titles.push(title);
    return answers.shift() ?? false;
  });
  return titles;
}

it('sends the class as shown, and asks nothing when it is so', async () => {
  const titles = answerQuestions();
  const send = vi.fn().mockResolvedValue('booked');
  expect(await decideClass(shown, wording, send)).toEqual({ answer: 'booked', agreed: shown });
  expect(send.mock.calls).toEqual([[{ expected: shown }]]);
  expect(titles).toEqual([]);
});

it('sends the new facts, and the leave to overlap, once the person agrees to each', async () => {
  const titles = answerQuestions(true, true);
  const send = vi
    .fn()
    .mockRejectedValueOnce(refused('CHANGED_SINCE', changed))
    .mockRejectedValueOnce(refused('OVERLAPS_BOOKING', overlaps))
    .mockResolvedValue('booked');
  const agreed = { date: '2026-05-16', time: '18:00', name: 'advanced' };
  expect(await decideClass(shown, wording, send)).toEqual({ answer: 'booked', agreed });
  expect(send.mock.calls).toEqual([
    [{ expected: shown }],
    [{ expected: agreed }],
    [{ expected: agreed, allowOverlap: true }],
  ]);
  expect(titles).toEqual(['This class has changed', 'You have another class then']);
});

it('sends nothing more when the person goes back', async () => {
  answerQuestions(false);
  const send = vi.fn().mockRejectedValue(refused('CHANGED_SINCE', changed));
  expect(await decideClass(shown, wording, send)).toBeUndefined();
  expect(send).toHaveBeenCalledTimes(1);
});

it('throws any other refusal, and the refusal itself when the question cannot be shown', async () => {
  answerQuestions();
  await expect(
    decideClass(shown, wording, () => Promise.reject(refused('CLASS_FULL'))),
  ).rejects.toMatchObject({
    code: 'CLASS_FULL',
  });
  vi.mocked(ask).mockRejectedValue(new Error('The dialog could not be loaded'));
  await expect(
    decideClass(shown, wording, () => Promise.reject(refused('CHANGED_SINCE', changed))),
  ).rejects.toMatchObject({ code: 'CHANGED_SINCE' });
});
