import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { currentTraceparent, inSpan, isTracing, openSpan, traceIdOf } from './spans.ts';
import { traceIntoMemory } from './tracing.fixture.ts';

describe('while traces are off', () => {
  test('work is done as it is, and nothing is known of a trace', async () => {
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
  afterEach(() => tracing.stop());
  const spans = () => tracing.spans();

  test('what is begun within a span is under it, through whatever is awaited', async () => {
    await inSpan('outer', {}, async () => {
      await Promise.resolve();
      await inSpan('inner', {}, async () => {});
    });
    const [inner, outer] = spans();
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
    expect(inner?.spanContext().traceId).toBe(outer?.spanContext().traceId);
  });

  test('a trace goes on elsewhere by its traceparent, and is linked to others', async () => {
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

  test('an error marks its span by class and code; what it says may be of a person', async () => {
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

  test('a span that is ended by hand spans what is done within it', () => {
    const span = openSpan('by hand', { kind: 'server' });
    const within = span.run(() => currentTraceparent());
    span.end();
    expect(traceIdOf(within ?? '')).toBe(spans()[0]?.spanContext().traceId);
    expect(currentTraceparent()).toBeUndefined();
  });
});
