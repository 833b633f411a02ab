import { post } from './http.ts';
import { useRequestKey } from './use-request-key.ts';

/** Posts what makes something new: sent again as it was before an answer came, it is made once. Throws as `post`. */
export function useIdempotentPost() {
  const keys = useRequestKey();
  return async <Answer>(path: string, body: object): Promise<Answer> => {
    const answer = await post<Answer>(path, {
      ...body,
      requestKey: keys.keyFor(JSON.stringify([path, body])),
    });
    keys.answered();
    return answer;
  };
}
