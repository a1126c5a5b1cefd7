import { useMutation } from '@tanstack/react-query';
import { FileUp, Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { Article } from '#contract/articles.ts';
import { ERRORS } from '#contract/errors.ts';
import type { ProjectId } from '#contract/ids.ts';
import { MAX_ADDRESS_LENGTH } from '#contract/limits.ts';
import { ApiError } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { typedAddress } from './article-address.ts';
import { addWebMutation } from './data.ts';

interface WebFormProps {
  projectId: ProjectId;
  onAdded: (article: Article) => void;
  /** Called when the user chooses to add a PDF because the page is behind a paywall. */
  onPdfInstead: () => void;
}

/** The form that adds an article by its address. */
export function WebForm({ projectId, onAdded, onPdfInstead }: WebFormProps) {
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const add = useMutation({
    ...addWebMutation,
    onSuccess: (article) => {
      setUrl('');
      onAdded(article);
    },
    onError: (error) => {
      if (isPaywall(error)) {
        toast({ title: 'Error', description: ERRORS.article_paywall.message, variant: 'destructive' });
      } else showFailure(error, 'Failed to add article');
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (add.isPending) return;
    const address = typedAddress(url);
    setProblem(address === null ? ERRORS.article_url_invalid.message : null);
    if (address !== null) add.mutate({ url: address, projectId });
    else form.current?.querySelector('input')?.focus();
  }

  return (
    <div>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-wrap items-start gap-x-2 gap-y-3">
        <Field
          className="min-w-0 flex-1 basis-64"
          label="Article URL"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://example.com/article"
          maxLength={MAX_ADDRESS_LENGTH}
          value={url}
          error={problem ?? undefined}
          readOnly={add.isPending}
          onChange={(event) => {
            setUrl(event.target.value);
            setProblem(null);
            add.reset();
          }}
        />
        <Button type="submit" className="mt-6.5 h-11! max-sm:mt-0 max-sm:w-full" isIdle={add.isPending}>
          {add.isPending ? <Spinner /> : <Plus aria-hidden="true" />}
          {add.isPending ? 'Reading...' : 'Add Article'}
        </Button>
      </form>
      <p role="status" className="sr-only">
        {add.isPending && 'The page is being read.'}
      </p>
      {isPaywall(add.error) && (
        <div className="mt-4">
          <Notice
            tone="warn"
            icon={<FileUp />}
            action={
              <Button variant="outline" size="sm" onClick={onPdfInstead}>
                Upload a PDF copy
              </Button>
            }
          >
            Only paying readers can see this page in full. If you have it as a PDF, you can upload that
            instead.
          </Notice>
        </div>
      )}
    </div>
  );
}

function isPaywall(error: unknown): boolean {
  return error instanceof ApiError && error.paywallDetected;
}
