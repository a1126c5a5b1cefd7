import { Check, Copy } from 'lucide-react';
import { useCopied } from '#web/lib/use-copied.ts';
import { Button } from '#web/ui/button.tsx';
import { INPUT_CLASS } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast-store.ts';

/** A read-only link with a button that copies it. */
export function LinkField({ label, link }: { label: string; link: string }) {
  const { copied, copy } = useCopied();
  async function copyLink() {
    try {
      await copy(link);
    } catch {
      toast({
        title: 'Error',
        description: 'Failed to copy link to clipboard',
        variant: 'destructive',
      });
    }
  }
  return (
    <div className="flex gap-2">
      <input
        readOnly
        aria-label={label}
        value={link}
        onFocus={(event) => event.target.select()}
        className={`${INPUT_CLASS} h-10! min-w-0 flex-1 text-sm`}
      />
      <Button variant="outline" onClick={() => void copyLink()}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {copied ? 'Copied!' : 'Copy'}
      </Button>
    </div>
  );
}
