const files: Record<string, string> = import.meta.glob('/studio/*.{avif,webp,jpg,jpeg,png}', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The URL of the studio's own photograph of this name in `web/studio/`, if there is one. */
export function findStudioPhoto(name: 'hero' | 'studio'): string | undefined {
  return Object.entries(files).find(([path]) => path.startsWith(`/studio/${name}.`))?.[1];
}
