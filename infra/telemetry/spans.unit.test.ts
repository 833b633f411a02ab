import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { currentTraceparent, inSpan, isTracing, openSpan, traceIdOf } from './spans.ts';
import { traceIntoMemory } from './tracing.fixture.ts';

describe('while traces are off', () => {
  test('runs the work without a trace', async () => {
    expect(isTracing()).toBe(false);
    const answer = await inSpan('a', {}, async (span) => {
      span.setAttributes({ a: 1 });
      return currentTraceparent() ?? 'none';
    });
    expect(answer).toBe('none');
    await expect(inSpan('a', {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});

describe('while traces are on', () => {
  let tracing: ReturnType<typeof traceIntoMemory>;
  beforeEach(() => {
    tracing = traceIntoMemory();
  });
  afterEach(() => tracing?.stop());
  const spans = () => tracing.spans();

  test('makes a span the parent of spans that are opened in its work, also after awaits', async () => {
    await inSpan('outer', {}, async () => {
      await Promise.resolve();
      await inSpan('inner', {}, async () => {});
    });
    const [inner, outer] = spans();
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
    expect(inner?.spanContext().traceId).toBe(outer?.spanContext().traceId);
  });

  test('continues a trace by its traceparent, and links others', async () => {
    const here = await inSpan('here', {}, async () => currentTraceparent() ?? '');
    expect(here).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    const other = await inSpan('other', {}, async () => currentTraceparent() ?? '');
    await inSpan('there', { parent: here, links: [other, 'nonsense'] }, async () => {});
    const there = spans().find(({ name }) => name === 'there');
    expect(there?.spanContext().traceId).toBe(traceIdOf(here));
    expect(there?.links.map((link) => link.context.traceId)).toEqual([traceIdOf(other)]);
    await inSpan('alone', { parent: 'nonsense' }, async () => {});
    expect(spans().find(({ name }) => name === 'alone')?.parentSpanContext).toBeUndefined();
  });

  test('records an error by class and code, without its message', async () => {
    class Refused extends Error {
      readonly code = 'NO_PASS';
    }
    await expect(
      inSpan('a', {}, () => Promise.reject(new Refused('ann@example.com has none'))),
    ).rejects.toThrow(Refused);
    const [span] = spans();
    expect(span?.attributes).toEqual({ 'error.type': 'Refused NO_PASS' });
    expect(span?.status.code).toBe(2);
    expect(JSON.stringify([span?.status, span?.attributes, span?.events])).not.toContain('ann@');
  });

  test('makes a span that is ended by the caller the parent of its work', () => {
    const span = openSpan('by hand', { kind: 'server' });
    const within = span.run(() => currentTraceparent());
    span.end();
    expect(traceIdOf(within ?? '')).toBe(spans()[0]?.spanContext().traceId);
    expect(currentTraceparent()).toBeUndefined();
  });
});
