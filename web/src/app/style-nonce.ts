declare global {
  /** The variable in which libraries find the nonce of the style elements they create. */
  var __webpack_nonce__: string | undefined;
}

/** Passes the page's nonce to the dialogs' scroll lock and the toasts: the content security policy blocks other styles. */
export function allowLibraryStyles(): void {
  globalThis.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.nonce;
}
