import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { sitePageAt } from '../../../services/contract/site-pages.ts';

/** Finds or makes an element of the head and sets one of its attributes; null takes the element away. */
function setInHead(tag: 'link' | 'meta', key: [string, string], value: [string, string] | null): void {
  const known = document.head.querySelector(`${tag}[${key[0]}="${key[1]}"]`);
  if (value === null) {
    known?.remove();
    return;
  }
  const element = known ?? document.head.appendChild(document.createElement(tag));
  element.setAttribute(...key);
  element.setAttribute(...value);
}

/** The server writes the head of the first page; this follows to the next ones, so that a shared link is that of the page in view. */
export function usePageHead(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const page = sitePageAt(pathname);
    const written = document.head.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content;
    const origin = written === undefined ? location.origin : new URL(written).origin;
    setInHead('link', ['rel', 'canonical'], page?.isListed ? ['href', origin + page.path] : null);
    setInHead('meta', ['name', 'robots'], page?.isListed ? null : ['content', 'noindex']);
  }, [pathname]);
}
