import { post } from './http.ts';
import { useRequestKey } from './use-request-key.ts';

/** Posts a creation: the same body sent again without an answer in between creates only one. Throws as `post`. */
export function useIdempotentPost() {
  const requestKey = useRequestKey();
  return async <Answer>(path: string, body: object): Promise<Answer> => {
    const answer = await post<Answer>(path, {
      ...body,
      requestKey: requestKey.getKey(JSON.stringify([path, body])),
    });
    requestKey.reset();
    return answer;
  };
}
