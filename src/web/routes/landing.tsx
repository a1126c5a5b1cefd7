import {
  AudioLines,
  Captions,
  Check,
  CircleAlert,
  Highlighter,
  type LucideIcon,
  MessagesSquare,
  Search,
  UsersRound,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { SERVICE_LABELS } from '#contract/speech-engines.ts';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { LOGIN_PATH } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Notice } from '#web/ui/card.tsx';
import { RoomPicture } from './room-picture.tsx';

const LOGIN_ERRORS: Readonly<Record<string, string>> = {
  auth_failed: 'Authentication failed. Please try logging in again.',
  sign_up_closed:
    'You have no account here, and sign-up is closed. Please ask whoever runs this installation to create one for you.',
  auth_error: 'An error occurred during authentication. Please try again.',
};

const FEATURES: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: AudioLines,
    title: 'Five ways in',
    text: 'Drop an audio or video file, record live, paste a video link, search for a video, or pick a podcast episode. The text appears while transcription is still running.',
  },
  {
    icon: UsersRound,
    title: 'Who said what',
    text: 'Voices are told apart, colored and labeled as suggestions. Click a name to hear the voice, rename it, merge it with another or give the passage to somebody else.',
  },
  {
    icon: Highlighter,
    title: 'Text that follows the voice',
    text: 'Every word knows its time. Click one to hear it, correct it in place, find and replace, and undo anything: the history shows who changed what.',
  },
  {
    icon: Search,
    title: 'Search everything',
    text: 'One box searches all your recordings, ignoring case and accents. A click jumps to the exact second.',
  },
  {
    icon: MessagesSquare,
    title: 'Answers with their sources',
    text: 'Ask Claude about one recording, or about a project of recordings, articles and PDFs. Each answer links to the moments it is based on, and it cannot cite a moment that does not exist.',
  },
  {
    icon: Captions,
    title: 'Take it with you',
    text: 'Text, Markdown, PDF, Word, and subtitles that viewers can read. Cut a clip with captions, copy a quote with its speaker and time, or share a public link that needs no account.',
  },
];

const LISTS = [
  {
    title: 'Yours alone',
    items: [
      'No key needed: speech recognition, summaries and answers run on the server itself',
      `Better with your own keys for Claude or ${SERVICE_LABELS}, or a speech server of your own, which only you use`,
      'Self-hosted: one command on one machine, PostgreSQL and S3 when it grows',
      'Nothing that was accepted is lost: interrupted work resumes where it stopped',
    ],
  },
  {
    title: 'Or together',
    items: [
      'Projects in which a team reads, corrects and asks, each member with a role',
      'Highlights and comments that stay with their words when the text is edited',
      'Changes by others appear at once, and nobody overwrites anybody',
      'Light and dark, on a phone or a wide screen, by keyboard alone if you like',
    ],
  },
];

export function LandingPage() {
  useDocumentTitle('Tapescript: turn any conversation into text');
  const error = useLoginError();
  return (
    <>
      {error && (
        <div role="alert" className="mx-auto max-w-7xl px-4 pt-6 sm:px-6">
          <Notice tone="bad" icon={<CircleAlert />}>
            {error}
          </Notice>
        </div>
      )}
      <Hero />
      <section aria-labelledby="features" className="mx-auto max-w-7xl px-4 py-16 sm:px-6">
        <h2 id="features" className="text-2xl font-semibold sm:text-3xl">
          From sound to something you can use
        </h2>
        <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {FEATURES.map(({ icon: Icon, title, text }) => (
            <li key={title} className="surface-card p-6">
              <Icon className="size-6 text-brand-ink" aria-hidden="true" />
              <h3 className="mt-4 font-semibold">{title}</h3>
              <p className="mt-1.5 text-quiet">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <FeatureLists />
      <CallToAction />
    </>
  );
}

function Hero() {
  return (
    <section className="mx-auto max-w-7xl px-4 pt-12 pb-4 sm:px-6 lg:pt-16">
      <div className="mx-auto flex max-w-4xl flex-col items-center text-center">
        <h1 className="text-4xl/[1.08] font-semibold tracking-tight sm:text-5xl/[1.06] lg:text-6xl/[1.04]">
          Turn Any Conversation Into Text
        </h1>
        <p className="mt-5 max-w-xl text-lg text-quiet">
          Upload a recording. Read who said what and when, hear any word with one click, and ask questions
          whose answers lead to the moment.
        </p>
        <div className="mt-7 flex flex-wrap items-center justify-center gap-4">
          <Button asChild size="lg">
            <a href={LOGIN_PATH}>Start transcribing</a>
          </Button>
          <Button asChild size="lg" variant="ghost">
            <a href="#features">See what it does</a>
          </Button>
        </div>
      </div>
      <RoomPicture />
    </section>
  );
}

function FeatureLists() {
  return (
    <section aria-label="Details" className="mx-auto grid max-w-7xl gap-4 px-4 sm:px-6 md:grid-cols-2">
      {LISTS.map(({ title, items }) => (
        <Card key={title} className="p-6 sm:p-8">
          <h2 className="text-xl font-semibold">{title}</h2>
          <ul className="mt-5 space-y-3">
            {items.map((item) => (
              <li key={item} className="flex gap-3">
                <Check className="mt-0.5 size-5 shrink-0 text-good-ink" aria-hidden="true" />
                {item}
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </section>
  );
}

function CallToAction() {
  return (
    <section aria-labelledby="begin" className="mx-auto max-w-7xl px-4 pt-16 sm:px-6">
      <div className="rounded-3xl bg-brand px-6 py-14 text-center text-on-brand">
        <h2 id="begin" className="text-2xl font-semibold sm:text-3xl">
          Your next recording is already half written
        </h2>
        <p className="mx-auto mt-3 max-w-xl">An account is all it takes. Nothing to install.</p>
        <a
          href={LOGIN_PATH}
          className="mt-7 inline-flex h-12 items-center rounded-lg bg-white px-6 font-medium text-[#1e3a8a] outline-offset-2 hover:bg-white/90 focus-visible:outline-white"
        >
          Sign in or create an account
        </a>
      </div>
    </section>
  );
}

/** The error of a failed login, read from the address and removed from it; null if there is none. */
function useLoginError(): string | null {
  const [error] = useState(() => {
    const code = new URLSearchParams(location.search).get('error');
    return code !== null && Object.hasOwn(LOGIN_ERRORS, code) ? (LOGIN_ERRORS[code] ?? null) : null;
  });
  useEffect(() => {
    const url = new URL(location.href);
    if (!url.searchParams.has('error')) return;
    url.searchParams.delete('error');
    history.replaceState(history.state, '', url);
  }, []);
  return error;
}
