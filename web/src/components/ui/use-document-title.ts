import { useEffect } from 'react';
import { pageTitle } from '../../../../services/contract/site-pages.ts';
import { useStudio } from '../../lib/config.ts';

/** Names the tab: "My Classes · Tideline", or the studio alone when the page has no title of its own. */
export function useDocumentTitle(title?: string): void {
  const { name } = useStudio();
  useEffect(() => {
    document.title = pageTitle(title, name);
  }, [title, name]);
}
