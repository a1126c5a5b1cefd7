import { Check, Copy } from 'lucide-react';
import { exportText, type TextSource } from '#domain/exports/text.ts';
import { useCopied } from '#web/lib/use-copied.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';

/** A button that copies the whole text, with times and speakers, to the clipboard. */
export function CopyButton({ transcript }: { transcript: TextSource }) {
  const { copied, copy } = useCopied();
  async function copyText() {
    try {
      await copy(exportText(transcript));
      toast({ title: 'Copied!' });
    } catch {
      toast({ title: 'Error', description: 'Failed to copy transcript', variant: 'destructive' });
    }
  }
  return (
    <Button variant="outline" size="sm" onClick={() => void copyText()}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span>Copy</span>
    </Button>
  );
}
