/**
 * The server writes its answer to GET /api/config into the page, so that the studio's name is there with the first
 * paint. Answers a cache for SWR, empty where the page carries none.
 */
export function readInlinedConfig(): Record<string, unknown> {
  const text = document.getElementById('studio-config')?.textContent;
  if (!text) return {};
  try {
    return { '/api/config': JSON.parse(text) };
  } catch {
    return {};
  }
}
