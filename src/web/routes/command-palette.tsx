import { useQuery } from '@tanstack/react-query';
import {
  ArrowDown,
  ArrowUp,
  FileText,
  FolderKanban,
  Library,
  LogOut,
  MessagesSquare,
  Mic,
  Moon,
  Podcast,
  Search,
  Settings,
  SquarePlay,
  Sun,
  TextSearch,
  Upload,
} from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { SEARCH_MAX_LENGTH, SEARCH_MIN_LENGTH, SIMILAR_MIN_LENGTH } from '#contract/limits.ts';
import { findMatches } from '#domain/normalize-text.ts';
import { formatTime } from '#domain/timecode.ts';
import { useTheme } from '#web/app/theme-provider.tsx';
import { searchQuery } from '#web/features/search/data.ts';
import { listQuery } from '#web/features/transcripts/data.ts';
import { formatCount } from '#web/lib/format.ts';
import { keyOf } from '#web/lib/key-of.ts';
import {
  ASK_PATH,
  askPath,
  LIBRARY_PATH,
  LOGOUT_PATH,
  PROJECTS_PATH,
  projectPath,
  SETTINGS_PATH,
  searchPath,
  transcriptPath,
} from '#web/lib/paths.ts';
import { projectsQuery } from '#web/lib/projects-query.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { INPUT_CLASS } from '#web/ui/field.tsx';
import { HighlightedText } from '#web/ui/highlighted-text.tsx';
import { ListOption } from '#web/ui/list-option.tsx';
import { useNeighbour } from './neighbour-transcripts.tsx';
import { inputTabPath, RECORDING_TAB } from './use-input-tab.ts';

interface Command {
  id: string;
  title: string;
  /** What kind of place or action it is, or where something was found. */
  hint: string;
  icon: ReactNode;
  run: () => void;
}

const RECENT = 20;
/** Shown before anything is typed. */
const RECENT_SHOWN = 5;
const DEBOUNCE_MS = 200;
/** Lead to where more is found, and are no results themselves. */
const BY_MEANING = 'by-meaning';
const ASK = 'ask';

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Goes to any recording, project or page, and does what the header offers, by typing. */
export function CommandPalette({ open, onOpenChange }: CommandPaletteProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Go to" width="medium">
      <Commands onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Commands({ onDone }: { onDone: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const commands = useCommands(text.trim());
  const chosen = commands[active] ?? commands[0];
  const found = commands.filter(({ id }) => id !== BY_MEANING && id !== ASK).length;

  function run(command: Command) {
    onDone();
    command.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = keyOf(event) === 'ArrowDown' ? 1 : keyOf(event) === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && commands.length > 0) {
      event.preventDefault();
      setActive(
        (before) => (Math.min(before, commands.length - 1) + step + commands.length) % commands.length,
      );
    } else if (keyOf(event) === 'Enter' && chosen) {
      event.preventDefault();
      run(chosen);
    }
  }

  return (
    <>
      <div className="relative mt-4">
        <label htmlFor={id} className="sr-only">
          Recording, project, page or action
        </label>
        <Search className="pointer-events-none absolute top-3 left-3 size-5 text-quiet" aria-hidden="true" />
        <input
          id={id}
          type="search"
          role="combobox"
          aria-expanded={true}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
          autoComplete="off"
          value={text}
          maxLength={SEARCH_MAX_LENGTH}
          placeholder="Recording, project, page or action"
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          className={`${INPUT_CLASS} pr-3 pl-10`}
        />
      </div>
      <p role="status" className={found === 0 ? 'px-1 pt-4 text-sm text-quiet' : 'sr-only'}>
        {found === 0 ? 'Nothing found.' : formatCount(found, 'result')}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label="Results" className="mt-3 -mx-2">
        {commands.map((command) => (
          <ListOption
            key={command.id}
            id={`${id}-${command.id}`}
            isChosen={command === chosen}
            onChoose={() => run(command)}
            className="px-3 py-2.5 [&_svg]:size-4.5 [&_svg]:shrink-0"
          >
            {command.icon}
            <span dir="auto" className="min-w-0 flex-1 truncate text-sm font-medium">
              <HighlightedText text={command.title} query={text.trim()} />
            </span>
            <span dir="auto" className="max-w-1/2 truncate text-xs text-quiet">
              {command.hint}
            </span>
          </ListOption>
        ))}
      </div>
    </>
  );
}

/** What matches the typed text: recordings first, then pages and actions, then words in other recordings; last, where more is found or answered. */
function useCommands(text: string): Command[] {
  const [, navigate] = useLocation();
  const recordings = useRecordings(text, navigate);
  const { data: projects = [] } = useQuery(projectsQuery);
  const found = useFound(text, navigate);
  const places = [
    ...useNeighbourCommands(),
    ...usePlaces(navigate),
    ...projects.map((project) => ({
      id: `project-${project.id}`,
      title: project.name,
      hint: 'Project',
      icon: <FolderKanban aria-hidden="true" />,
      run: () => navigate(projectPath(project.id)),
    })),
  ];
  const shownIds = new Set(recordings.map((command) => command.id));
  return [
    ...recordings,
    ...(text === '' ? places : places.filter(({ title }) => findMatches(title, text).length > 0)),
    ...found.filter((command) => !shownIds.has(command.id)),
    ...furtherOn(text, navigate),
  ];
}

type Navigate = (path: string) => void;

function useRecordings(text: string, navigate: Navigate): Command[] {
  const { data } = useQuery(listQuery(1, RECENT));
  const all = data?.transcripts ?? [];
  const matching =
    text === '' ? all.slice(0, RECENT_SHOWN) : all.filter(({ title }) => findMatches(title, text).length > 0);
  return matching.map((transcript) => ({
    id: `transcript-${transcript.id}`,
    title: transcript.title,
    hint: `Recording · ${formatTime(transcript.duration)}`,
    icon: <FileText aria-hidden="true" />,
    run: () => navigate(transcriptPath(transcript.id)),
  }));
}

/** Older recordings with that title, and what is said in any. */
function useFound(text: string, navigate: Navigate): Command[] {
  const rested = useDebounced(text, DEBOUNCE_MS);
  const { data } = useQuery(searchQuery(text === '' ? '' : rested));
  if (text.length < SEARCH_MIN_LENGTH || !data) return [];
  return data.results.map(({ transcript, matches }) => {
    const spoken = matches.find(({ type, start }) => type !== 'title' && start !== null);
    return {
      id: `transcript-${transcript.id}`,
      title: transcript.title,
      hint: spoken ? `${formatTime(spoken.start ?? 0)} ${spoken.context}` : 'Recording',
      icon: <FileText aria-hidden="true" />,
      run: () => navigate(transcriptPath(transcript.id, spoken?.start ?? undefined)),
    };
  });
}

/** Lead to the search, which also finds what means the same, and to the page that asks the library. */
function furtherOn(text: string, navigate: Navigate): Command[] {
  if ([...text].length < SIMILAR_MIN_LENGTH) return [];
  return [
    {
      id: BY_MEANING,
      title: `By meaning: ${text}`,
      hint: 'In all transcripts',
      icon: <TextSearch aria-hidden="true" />,
      run: () => navigate(searchPath(text)),
    },
    {
      id: ASK,
      title: `Ask: ${text}`,
      hint: 'Your library',
      icon: <MessagesSquare aria-hidden="true" />,
      run: () => navigate(askPath(text)),
    },
  ];
}

/** From the page of a transcript to the one before or after it. */
function useNeighbourCommands(): Command[] {
  const go = useNeighbour();
  if (!go) return [];
  return [
    {
      id: 'next-transcript',
      title: 'Next transcript',
      hint: 'Alt PgDn',
      icon: <ArrowDown aria-hidden="true" />,
      run: () => void go(1),
    },
    {
      id: 'previous-transcript',
      title: 'Previous transcript',
      hint: 'Alt PgUp',
      icon: <ArrowUp aria-hidden="true" />,
      run: () => void go(-1),
    },
  ];
}

function usePlaces(navigate: Navigate): Command[] {
  const { shown, setTheme } = useTheme();
  const page = (title: string, path: string, icon: ReactNode): Command => ({
    id: `page-${path}`,
    title,
    hint: 'Page',
    icon,
    run: () => navigate(path),
  });
  const input = (title: string, tab: string, icon: ReactNode): Command => ({
    ...page(title, inputTabPath(tab), icon),
    hint: 'New transcript',
  });
  const isDark = shown === 'dark';
  return [
    input('Upload a file', 'upload', <Upload aria-hidden="true" />),
    input('Record live', RECORDING_TAB, <Mic aria-hidden="true" />),
    input('Search podcasts', 'podcasts', <Podcast aria-hidden="true" />),
    input('Search YouTube', 'youtube', <SquarePlay aria-hidden="true" />),
    page('Library', LIBRARY_PATH, <Library aria-hidden="true" />),
    page('Ask your library', ASK_PATH, <MessagesSquare aria-hidden="true" />),
    page('Projects', PROJECTS_PATH, <FolderKanban aria-hidden="true" />),
    page('Settings', SETTINGS_PATH, <Settings aria-hidden="true" />),
    {
      id: 'theme',
      title: isDark ? 'Light theme' : 'Dark theme',
      hint: 'Action',
      icon: isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />,
      run: () => setTheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'log-out',
      title: 'Log out',
      hint: 'Action',
      icon: <LogOut aria-hidden="true" />,
      run: () => location.assign(LOGOUT_PATH),
    },
  ];
}
