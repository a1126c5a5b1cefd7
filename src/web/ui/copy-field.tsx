import { Check, Copy } from 'lucide-react';
import { useCopied } from '#web/lib/use-copied.ts';
import { Button } from './button.tsx';
import { INPUT_CLASS } from './field.tsx';
import { toast } from './toast-store.ts';

interface CopyFieldProps {
  label: string;
  text: string;
  /** What it is, for the message if it cannot be copied. */
  what?: string;
}

/** A read-only text, such as a link, with a button that copies it. */
export function CopyField({ label, text, what = 'link' }: CopyFieldProps) {
  const { copied, copy } = useCopied();
  async function copyText() {
    try {
      await copy(text);
    } catch {
      toast({
        title: 'Error',
        description: `Failed to copy ${what} to clipboard`,
        variant: 'destructive',
      });
    }
  }
  return (
    <div className="flex gap-2">
      <input
        readOnly
        aria-label={label}
        value={text}
        onFocus={(event) => event.target.select()}
        className={`${INPUT_CLASS} h-10! min-w-0 flex-1 text-sm`}
      />
      <Button variant="outline" onClick={() => void copyText()}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {copied ? 'Copied!' : 'Copy'}
      </Button>
    </div>
  );
}
