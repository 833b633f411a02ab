import type { Refusal, RefusalCode } from '#domain/refusal.ts';

interface Sentence {
  readonly status: 400 | 401 | 402 | 404 | 409 | 422;
  readonly format: (details: Refusal['details']) => string;
}

export type Sentences = Readonly<Record<RefusalCode, Sentence>>;
