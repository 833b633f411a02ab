import { useEffect } from 'react';
import { pageTitle } from '../../../../services/contract/site-pages.ts';
import { useStudio } from '../../lib/config.ts';

/** Sets the document title: "My Classes · Tideline", or the studio alone for a page without a title. */
export function useDocumentTitle(title?: string): void {
  const { name } = useStudio();
  useEffect(() => {
    document.title = pageTitle(title, name);
  }, [title, name]);
}
