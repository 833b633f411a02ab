import { useEffect } from 'react';
import { formatPageTitle } from '#services/contract/site-pages.ts';
import { useStudio } from '#web/lib/config.ts';

/** Sets the document title: "My Classes · Tideline", or the studio alone for a page without a title. */
export function useDocumentTitle(title?: string): void {
  const { name } = useStudio();
  useEffect(() => {
    document.title = formatPageTitle(title, name);
  }, [title, name]);
}
