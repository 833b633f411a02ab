import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { findSitePage } from '#services/contract/site-pages.ts';

/** Sets an attribute of the head's element with this key, which it creates if needed; null removes the element. */
function setHeadElement(tag: 'link' | 'meta', key: [string, string], value: [string, string] | null): void {
  const existing = document.head.querySelector(`${tag}[${key[0]}="${key[1]}"]`);
  if (value === null) {
    existing?.remove();
    return;
  }
  const element = existing ?? document.head.appendChild(document.createElement(tag));
  element.setAttribute(...key);
  element.setAttribute(...value);
}

/** Updates the canonical link and robots tag after a navigation; the server writes them for the first page. */
export function usePageHead(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const page = findSitePage(pathname);
    const serverUrl = document.head.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content;
    const origin = serverUrl === undefined ? location.origin : new URL(serverUrl).origin;
    setHeadElement('link', ['rel', 'canonical'], page?.isListed ? ['href', origin + page.path] : null);
    setHeadElement('meta', ['name', 'robots'], page?.isListed ? null : ['content', 'noindex']);
  }, [pathname]);
}
