import { z } from 'zod';
import type { StudioClient } from '../studio-client.ts';

/** No request may take longer in any outage. The API answers within nine seconds, and the test machine may be slow. */
const answerTimeoutMs = 20_000;

/** The result of a request. */
export interface RequestResult {
  /** 0: no answer came in time. */
  readonly status: number;
  readonly code: string | null;
  readonly body: unknown;
  /** What is wrong with the form of the answer; null when it follows design.md. */
  readonly fault: string | null;
}

const errorShape = z.strictObject({
  success: z.literal(false),
  error: z.string().min(10),
  code: z.string().regex(/^[A-Z_]+$/),
  requestId: z.uuid(),
  issues: z.array(z.unknown()).optional(),
  classes: z.array(z.unknown()).optional(),
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Sends a request and checks the form of the answer: no timeout, no 500, and a Retry-After with a 503. */
export async function sendRequest(
  client: Pick<StudioClient, 'base' | 'headers'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<RequestResult> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(client.base + path, {
      method,
      headers: {
        ...client.headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    text = await response.text();
  } catch (error) {
    return { status: 0, code: null, body: null, fault: `no answer: ${String(error)}` };
  }
  const { status } = response;
  const answer = parse(text);
  if (status < 400) return { status, code: null, body: answer, fault: null };
  const parsed = errorShape.safeParse(answer);
  const faults = [
    ...(parsed.success ? [] : ['not the form of an error']),
    ...(status >= 500 && status !== 503 ? [`answered ${status}`] : []),
    ...(status === 503 && !/^[1-9]\d*$/.test(response.headers.get('retry-after') ?? '')
      ? ['no Retry-After']
      : []),
  ];
  return {
    status,
    code: parsed.success ? parsed.data.code : null,
    body: answer,
    fault: faults.length === 0 ? null : faults.join(', '),
  };
}
