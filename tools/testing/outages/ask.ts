import { z } from 'zod';
import type { StudioClient } from '../studio-client.ts';

/** No request may take longer, whatever is broken; the API means to answer in nine seconds, and this machine may be slow. */
const hangsAfterMs = 20_000;

/** How a request ended. */
export interface Asked {
  /** 0: no answer came in time. */
  readonly status: number;
  readonly code: string | null;
  readonly body: unknown;
  /** What is wrong with the answer itself; null when it is as design.md has it. */
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

/** Asks once, and judges how it was answered: never a hang, never a 500, and a 503 says when to come back. */
export async function ask(
  client: Pick<StudioClient, 'base' | 'headers'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Asked> {
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
      signal: AbortSignal.timeout(hangsAfterMs),
    });
    text = await response.text();
  } catch (error) {
    return { status: 0, code: null, body: null, fault: `no answer: ${String(error)}` };
  }
  const { status } = response;
  const answer = parse(text);
  if (status < 400) return { status, code: null, body: answer, fault: null };
  const shown = errorShape.safeParse(answer);
  const faults = [
    ...(shown.success ? [] : ['not the shape of an error']),
    ...(status >= 500 && status !== 503 ? [`answered ${status}`] : []),
    ...(status === 503 && !/^[1-9]\d*$/.test(response.headers.get('retry-after') ?? '')
      ? ['no Retry-After']
      : []),
  ];
  return {
    status,
    code: shown.success ? shown.data.code : null,
    body: answer,
    fault: faults.length === 0 ? null : faults.join(', '),
  };
}
