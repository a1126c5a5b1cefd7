import { useEffect } from 'react';

const SITE = 'Tapescript';

/** Sets the title of the page in the browser's tab and history; null means only the site's name. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} - ${SITE}` : SITE;
  }, [title]);
}
