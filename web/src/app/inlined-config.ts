/**
 * Returns an SWR fallback with the answer to GET /api/config. The server inlines it into the page, so that the first
 * paint has the studio's name; Vite's server does not.
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
