import { useQuery } from '@tanstack/react-query';
import { FileText, MessagesSquare, Newspaper } from 'lucide-react';
import { useLocation } from 'wouter';
import type { Project, ProjectTranscript } from '#contract/projects.ts';
import { projectTranscriptsQuery } from '#web/features/projects/data.ts';
import { TranscriptsTab } from '#web/features/projects/transcripts-tab.tsx';
import { ProjectSearch } from '#web/features/search/project-search.tsx';
import { lazily } from '#web/lib/lazily.tsx';
import { transcriptPath } from '#web/lib/paths.ts';
import { Skeleton } from '#web/ui/spinner.tsx';
import { type Tab, TabStrip } from '#web/ui/tabs.tsx';
import { useArticleReading } from './use-article-reading.ts';
import { PROJECT_TABS, type ProjectTab, useProjectTab } from './use-project-tab.ts';

const ArticlesTab = lazily(
  async () => (await import('#web/features/articles/articles-tab.tsx')).ArticlesTab,
  <Skeleton className="h-48" />,
);
const ProjectChat = lazily(
  async () => (await import('#web/features/collection-chat/project-chat.tsx')).ProjectChat,
  <Skeleton className="h-48" />,
);

interface ProjectTabsProps {
  project: Project;
  onAssign: () => void;
  onExport: (transcripts: readonly ProjectTranscript[]) => void;
}

/** The search in a project, and its tabs: transcripts, articles, conversation. A tab stays mounted once opened. */
export function ProjectTabs({ project, onAssign, onExport }: ProjectTabsProps) {
  const [tab, setTab] = useProjectTab();
  const { reading, read, cite, close } = useArticleReading(tab, setTab);
  const { data: transcripts } = useQuery(projectTranscriptsQuery(project.id));
  const tabs: readonly [Tab & { id: ProjectTab }, ...(Tab & { id: ProjectTab })[]] = [
    {
      id: 'transcripts',
      label: `Transcripts (${project.transcriptCount.toLocaleString('en')})`,
      icon: <FileText aria-hidden="true" />,
      isKept: true,
      content: <TranscriptsTab project={project} onAssign={onAssign} onExport={onExport} />,
    },
    {
      id: 'articles',
      label: `Articles (${project.articleCount.toLocaleString('en')})`,
      icon: <Newspaper aria-hidden="true" />,
      isKept: true,
      content: <ArticlesTab project={project} reading={reading} onRead={read} onClose={close} />,
    },
    {
      id: 'chat',
      label: 'AI Chat',
      icon: <MessagesSquare aria-hidden="true" />,
      isKept: true,
      content: (
        <ProjectChat
          project={project}
          titles={transcripts?.map(({ title }) => title) ?? []}
          onOpenArticle={cite}
        />
      ),
    },
  ];
  const [, navigate] = useLocation();
  return (
    <div className="space-y-6">
      <ProjectSearch
        id={project.id}
        onOpen={(id, seconds) => navigate(transcriptPath(id, seconds ?? undefined))}
        onOpenArticle={cite}
      />
      <TabStrip
        tabs={tabs}
        label="Project content"
        current={tab}
        onChange={(id) => {
          const next = PROJECT_TABS.find((each) => each === id);
          if (next) setTab(next);
        }}
        small="strip"
      />
    </div>
  );
}
