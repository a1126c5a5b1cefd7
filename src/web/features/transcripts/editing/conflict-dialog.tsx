import { languageProps } from '#web/lib/language-props.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { Conflict } from './edit-entries.ts';
import { TextDiff } from './text-diff.tsx';

interface ConflictDialogProps {
  conflict: Conflict;
  /** BCP 47 tag of the text; null if it is not known. */
  language: string | null;
  onKeepMine: () => void;
  onKeepBoth: () => void;
  onTakeSaved: () => void;
  onClose: () => void;
}

/** A message that says who else changed a text that was also changed here. */
export function otherWriterText({ by }: Pick<Conflict, 'by'>): string {
  return by && !by.isYou ? `${by.name} changed this text too` : 'This text was changed somewhere else';
}

/** Shows both versions of a text that was changed here and somewhere else in the same place, and asks which to keep. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { conflict, language, onKeepMine, onKeepBoth, onTakeSaved, onClose } = props;
  const { mine, both, by, current } = conflict;
  const other = by && !by.isYou ? by.name : null;
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => !open && onClose()}
      title={current ? otherWriterText(conflict) : 'This passage no longer exists'}
      description={
        current
          ? 'Nothing was overwritten. Choose which text to keep.'
          : `It was joined, restored or replaced ${other ? `by ${other}` : 'somewhere else'}. You can still copy your text.`
      }
    >
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        <Side title="Yours" words={languageProps(mine, language)}>
          {current ? <TextDiff before={current.text} after={mine} language={language} only="added" /> : mine}
        </Side>
        {current && (
          <Side title={other ? `By ${other}` : 'The saved one'} words={languageProps(current.text, language)}>
            {current.text === '' ? (
              <em className="text-quiet">Empty</em>
            ) : (
              <TextDiff before={mine} after={current.text} language={language} only="added" />
            )}
          </Side>
        )}
      </div>
      {current && (
        <div className="mt-4">
          <Side title="Both" words={languageProps(both, language)}>
            <TextDiff before={current.text} after={both} language={language} only="added" />
          </Side>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={() => void copy(mine)}>
          Copy mine
        </Button>
        <Button variant="outline" onClick={onTakeSaved}>
          {current ? `Take ${other ? `${other}’s` : 'the saved one'}` : 'Discard mine'}
        </Button>
        {current && (
          <>
            <Button variant="outline" onClick={onKeepMine}>
              Keep mine
            </Button>
            <Button onClick={onKeepBoth}>Keep both</Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

interface GoneDialogProps {
  /** BCP 47 tag of the text; null if it is not known. */
  language: string | null;
  texts: readonly string[];
  onDiscard: () => void;
  onClose: () => void;
}

/** Shown when the transcript was deleted while somebody was editing it. */
export function GoneDialog({ language, texts, onDiscard, onClose }: GoneDialogProps) {
  const text = texts.join('\n\n');
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => !open && onClose()}
      title="This transcript no longer exists"
      description="It was deleted somewhere else, so this could not be saved. You can still copy it."
    >
      <div className="mt-5">
        <Side title="Not saved" words={languageProps(text, language)}>
          {text}
        </Side>
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onDiscard}>
          Discard
        </Button>
        <Button onClick={() => void copy(text)}>Copy</Button>
      </div>
    </Dialog>
  );
}

interface SideProps {
  title: string;
  /** What its text is written in. */
  words: ReturnType<typeof languageProps>;
  children: React.ReactNode;
}

function Side({ title, words, children }: SideProps) {
  return (
    <section className="min-w-0" aria-label={title}>
      <h3 className="mb-1.5 text-sm font-semibold text-quiet">{title}</h3>
      <div
        {...words}
        className="max-h-[40dvh] overflow-y-auto rounded-xl bg-sunken px-4 py-3 whitespace-pre-line wrap-anywhere"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        tabIndex={0}
      >
        {children}
      </div>
    </section>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: 'Copied!' });
  } catch {
    toast({ title: 'Copy failed', description: 'Could not copy to clipboard', variant: 'destructive' });
  }
}
