/** The server answers within 9 s, or within a minute where an auditor waits for a verification or an export. */
const longestSilenceMs = (path: string): number => (path.startsWith('/api/audit/') ? 75_000 : 30_000);

/** Aborts a request that gets no answer, as in a tunnel, where the browser itself would wait for minutes. */
export const fetchInTime = async (path: string, init: RequestInit): Promise<Response> => {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), longestSilenceMs(path));
  try {
    return await fetch(path, { ...init, signal: silence.signal });
  } finally {
    clearTimeout(timer);
  }
};
