import { FileText, Globe } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Article } from '#contract/articles.ts';
import type { ProjectId } from '#contract/ids.ts';
import { Card } from '#web/ui/card.tsx';
import { TabStrip } from '#web/ui/tabs.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { PdfForm } from './pdf-form.tsx';
import { WebForm } from './web-form.tsx';

const WEB = 'web';
const PDF = 'pdf';

/** The card for adding an article to a project: from the web or as a PDF. */
export function AddArticleCard({ projectId }: { projectId: ProjectId }) {
  const [tab, setTab] = useState(WEB);
  const card = useRef<HTMLElement>(null);

  function showAdded({ title }: Article) {
    toast({ title: 'Article added', description: title });
  }

  return (
    <Card ref={card} aria-labelledby="add-article-title" className="p-5 sm:p-6">
      <h2 id="add-article-title" className="mb-4 text-lg font-semibold">
        Add Article
      </h2>
      <TabStrip
        label="Where the article comes from"
        small="strip"
        current={tab}
        onChange={setTab}
        tabs={[
          {
            id: WEB,
            label: 'Web Article (URL)',
            icon: <Globe aria-hidden="true" />,
            isKept: true,
            content: (
              <WebForm
                projectId={projectId}
                onAdded={showAdded}
                onPdfInstead={() => {
                  setTab(PDF);
                  // Focuses the PDF tab, one step before its form.
                  card.current?.querySelector<HTMLElement>('[role="tab"]:last-of-type')?.focus();
                }}
              />
            ),
          },
          {
            id: PDF,
            label: 'PDF Upload',
            icon: <FileText aria-hidden="true" />,
            isKept: true,
            content: <PdfForm projectId={projectId} onAdded={showAdded} />,
          },
        ]}
      />
    </Card>
  );
}
