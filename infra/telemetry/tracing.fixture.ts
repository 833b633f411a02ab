import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { traceWith } from './spans.ts';

/** Traces in this thread, into memory. */
export function traceIntoMemory(): { spans(): readonly ReadableSpan[]; stop(): void } {
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  traceWith(provider.getTracer('test'));
  return {
    spans: () => exporter.getFinishedSpans(),
    stop() {
      traceWith(null);
      contexts.disable();
      context.disable();
    },
  };
}
