import { errorAnswer } from '#services/contract/errors.ts';
import type { Answer } from '#tools/testing/studio-client.ts';

/** 'works' for a 200, else the status and the code of the refusal. */
export const describeAnswer = ({ status, body }: Answer): string =>
  status === 200 ? 'works' : `${status} ${errorAnswer.parse(body).code}`;
