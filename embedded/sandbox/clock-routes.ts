import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { StudioClock } from '#infra/clock/studio-clock.ts';
import { addDuration, parseDuration } from './duration.ts';

export interface MovableClock {
  clock: StudioClock;
  /** Moves the clock forward in steps and runs what falls due on the way; resolves when that is done and projected. */
  advanceTo(instant: Date): Promise<void>;
}

const Move = z.union([
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
  z.strictObject({ advance: z.string() }),
]);

function computeTarget(move: z.infer<typeof Move>, from: Date): Date | null {
  if ('now' in move) return new Date(move.now);
  const duration = parseDuration(move.advance);
  return duration === null ? null : addDuration(from, duration);
}

function refuse(request: FastifyRequest, reply: FastifyReply, code: string, error: string): FastifyReply {
  return reply.code(400).send({ success: false, error, code, requestId: request.id });
}

/** `GET /clock` → `{now}`; `POST /clock` moves it, only forward, one move at a time. */
export function registerClockRoutes(app: FastifyInstance, { clock, advanceTo }: MovableClock): void {
  let lastMove: Promise<unknown> = Promise.resolve();

  app.get('/clock', async () => ({ now: clock.now().toISOString() }));

  app.post('/clock', async (request, reply) => {
    const body = Move.safeParse(request.body);
    if (!body.success) {
      return refuse(
        request,
        reply,
        'INVALID_INPUT',
        'Send {"now": an ISO instant} or {"advance": a duration such as "P8D"}.',
      );
    }
    const move = async (): Promise<FastifyReply> => {
      const now = clock.now();
      const instant = computeTarget(body.data, now);
      if (instant === null || Number.isNaN(instant.getTime())) {
        return refuse(
          request,
          reply,
          'INVALID_INPUT',
          'That is not an ISO 8601 duration of whole parts, such as "P8D" or "PT30M".',
        );
      }
      if (instant < now)
        return refuse(request, reply, 'CLOCK_ONLY_FORWARD', 'The studio clock only moves forward.');
      await advanceTo(instant);
      return reply.send({ success: true, now: clock.now().toISOString() });
    };
    const moved = lastMove.then(move);
    lastMove = moved.catch(() => undefined);
    return moved;
  });
}
