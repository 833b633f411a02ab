declare global {
  /** The name by which libraries look for a nonce for the style elements that they make. */
  var __webpack_nonce__: string | undefined;
}

/** Lets the style elements of the dialogs' scroll lock and of the toasts in; the site's content policy keeps out any other. */
export function allowLibraryStyles(): void {
  globalThis.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.nonce;
}
