import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';

const value = z.looseObject({ stringValue: z.string().optional() });
const attribute = z.object({ key: z.string(), value });
const span = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute).default([]),
  links: z.array(z.looseObject({ traceId: z.string() })).default([]),
});
const request = z.object({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.looseObject({ spans: z.array(span) })),
    }),
  ),
});

/** A span as it was sent, with its service's name. */
export type SentSpan = z.infer<typeof span> & { readonly service: string };

/** Starts a collector for traces (OTLP as JSON over HTTP). */
export async function startOtlpReceiver(): Promise<{
  readonly endpoint: string;
  readonly spans: SentSpan[];
  /** The raw text of all requests. */
  text(): string;
  stop(): Promise<void>;
}> {
  const spans: SentSpan[] = [];
  let text = '';
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming) body += String(chunk);
    text += body;
    for (const { resource, scopeSpans } of request.parse(JSON.parse(body)).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const scope of scopeSpans) spans.push(...scope.spans.map((one) => ({ ...one, service })));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The receiver has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    spans,
    text: () => text,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
