const files: Record<string, string> = import.meta.glob('/studio/*.{avif,webp,jpg,jpeg,png}', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The address of the photograph that the studio put into `web/studio/` under this name, if it did. */
export function findStudioPhoto(name: 'hero' | 'studio'): string | undefined {
  return Object.entries(files).find(([path]) => path.startsWith(`/studio/${name}.`))?.[1];
}
