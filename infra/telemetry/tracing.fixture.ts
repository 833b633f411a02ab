import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { setTracer } from './spans.ts';

/** Records this thread's traces in memory. */
export function traceIntoMemory(): { spans(): readonly ReadableSpan[]; stop(): void } {
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  setTracer(provider.getTracer('test'));
  return {
    spans: () => exporter.getFinishedSpans(),
    stop() {
      setTracer(null);
      contexts.disable();
      context.disable();
    },
  };
}
