import { Check, ChevronDown, Copy, PencilLine, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Summary } from '#contract/summary.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { Mark } from '#domain/citation-marks.ts';
import { formatTime, parseTime } from '#domain/timecode.ts';
import { CitationButton, type Cite } from '#web/citations/citation-button.tsx';
import { CitedText } from '#web/citations/cited-text.tsx';
import { PROVIDER_NAMES } from '#web/citations/provider-names.ts';
import { classNames } from '#web/lib/class-names.ts';
import { formatCount, formatDateTime } from '#web/lib/format.ts';
import { languageProps } from '#web/lib/language-props.ts';
import { SETTINGS_PATH } from '#web/lib/paths.ts';
import { useCopied } from '#web/lib/use-copied.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/card.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { summaryText } from './summary-text.ts';

interface SummarySectionsProps {
  transcript: Pick<Transcript, 'title' | 'language'>;
  summary: Summary;
  isGenerating: boolean;
  /** The reason why no new summary can be written, or null. */
  refusal: string | null;
  onCite: Cite;
  onRegenerate: () => void;
}

/** A summary by sections; the short summary is open at first. */
export function SummarySections(props: SummarySectionsProps) {
  const { transcript, summary, isGenerating, refusal, onCite, onRegenerate } = props;
  const { language } = transcript;
  const cited = (text: string) => <CitedText text={text} renderMark={(mark) => renderMark(mark, onCite)} />;
  return (
    <>
      {summary.outdated && (
        <Notice tone="warn" icon={<PencilLine />}>
          The text has been edited since this summary was written.{' '}
          {refusal === null && 'Regenerate it to include the changes.'}
        </Notice>
      )}
      {summary.tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
          {summary.tags.map((tag, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the same tag may occur twice.
              key={index}
              {...languageProps(tag, language)}
              className="max-w-full truncate rounded-full bg-sunken px-2.5 py-0.5 text-xs font-medium text-quiet"
            >
              {tag}
            </li>
          ))}
        </ul>
      )}
      <div className="divide-y">
        <Section title="Quick Summary" defaultOpen>
          <p {...languageProps(summary.quickSummary, language)}>{cited(summary.quickSummary)}</p>
        </Section>
        <ListSection title="Key Points" items={summary.keyPoints} language={language} render={cited} />
        <ListSection title="Main Topics" items={summary.mainTopics} language={language} render={cited} />
        <ListSection
          title="Actionable Insights"
          items={summary.actionableInsights}
          language={language}
          render={cited}
        />
        <Section title="Important Quotes" count={summary.importantQuotes.length}>
          {summary.importantQuotes.map((quote, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <Quote key={index} quote={quote} language={language} onCite={onCite} />
          ))}
        </Section>
        <Section title="Detailed Summary">
          {summary.detailedSummary.split(/\n\s*\n/).map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <p key={index} {...languageProps(paragraph, language)}>
              {cited(paragraph)}
            </p>
          ))}
        </Section>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t pt-4">
        <Origin summary={summary} />
        <CopySummary title={transcript.title} summary={summary} />
        <Button
          variant="outline"
          size="sm"
          isIdle={isGenerating || refusal !== null}
          onClick={onRegenerate}
          {...(refusal === null ? {} : { title: refusal })}
        >
          <RefreshCw aria-hidden="true" />
          Regenerate
        </Button>
      </div>
    </>
  );
}

function renderMark(mark: Mark, onCite: Cite): ReactNode {
  return mark.kind === 'moment' ? <CitationButton seconds={mark.seconds} onCite={onCite} /> : null;
}

function Section(props: { title: string; count?: number; defaultOpen?: boolean; children: ReactNode }) {
  const { title, count, defaultOpen = false, children } = props;
  const [open, setOpen] = useState(defaultOpen);
  return (
    <section>
      <h4>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex w-full items-center gap-2 rounded-lg py-2.5 text-left text-sm font-semibold"
        >
          {title}
          {count !== undefined && <span className="font-normal text-quiet tabular-nums">{count}</span>}
          <ChevronDown
            className={classNames('ml-auto size-4 text-quiet transition-transform', open && 'rotate-180')}
            aria-hidden="true"
          />
        </button>
      </h4>
      {open && <div className="space-y-3 pb-4 wrap-anywhere">{count === 0 ? <NoneFound /> : children}</div>}
    </section>
  );
}

function NoneFound() {
  return <p className="text-sm text-quiet">None were found in this transcript.</p>;
}

function ListSection(props: {
  title: string;
  items: readonly string[];
  language: string | null;
  render: (text: string) => ReactNode;
}) {
  return (
    <Section title={props.title} count={props.items.length}>
      <ul className="list-disc space-y-1.5 marker:text-quiet">
        {props.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <li key={index} {...languageProps(item, props.language)} className="ms-5">
            {props.render(item)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface QuoteProps {
  quote: Summary['importantQuotes'][number];
  language: string | null;
  onCite: Cite;
}

function Quote({ quote, language, onCite }: QuoteProps) {
  const seconds = parseTime(quote.timestamp ?? '');
  const { speaker } = quote;
  return (
    <figure className="border-l-2 border-brand pl-3.5">
      <blockquote {...languageProps(quote.text, language)}>“{quote.text}”</blockquote>
      <figcaption className="mt-0.5 flex items-center gap-1.5 text-sm text-quiet">
        {speaker && <span dir="auto">{speaker}</span>}
        {seconds !== null && <CitationButton seconds={seconds} onCite={onCite} />}
      </figcaption>
    </figure>
  );
}

function Origin({ summary }: { summary: Summary }) {
  const { provider } = summary;
  return (
    <div className="min-w-0 flex-1 basis-60 text-xs/5 text-quiet tabular-nums">
      <p>
        {formatTime(summary.duration)} · {formatCount(summary.wordCount, 'word')} ·{' '}
        {formatDateTime(summary.createdAt)}
      </p>
      {provider === 'extractive' ? (
        <p>
          {PROVIDER_NAMES[provider]}.{' '}
          <Link href={SETTINGS_PATH} className="font-medium text-brand-ink underline underline-offset-2">
            Add a key in Settings
          </Link>
        </p>
      ) : (
        <p>Written by {PROVIDER_NAMES[provider]}</p>
      )}
    </div>
  );
}

function CopySummary({ title, summary }: { title: string; summary: Summary }) {
  const { copied, copy } = useCopied();
  async function copyText() {
    try {
      await copy(summaryText(title, summary));
      toast({ title: 'Copied!' });
    } catch {
      toast({ title: 'Error', description: 'Failed to copy to clipboard', variant: 'destructive' });
    }
  }
  return (
    <Button variant="outline" size="sm" onClick={() => void copyText()}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      Copy summary
    </Button>
  );
}
