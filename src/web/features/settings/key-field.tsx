import { Eye, EyeOff, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { MAX_API_KEY_LENGTH } from '#contract/limits.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import type { ProviderWords } from './key-providers.ts';

interface KeyFieldProps {
  words: ProviderWords;
  inUse: { own: string | null; system: boolean };
  value: string;
  error: string | undefined;
  /** The problem with the last saved key. */
  warning: string | undefined;
  onChange: (value: string) => void;
  onClear: () => void;
  isClearing: boolean;
}

/** The key of one service: whose key is used, and a field for a new one. */
export function KeyField({
  words,
  inUse,
  value,
  error,
  warning,
  onChange,
  onClear,
  isClearing,
}: KeyFieldProps) {
  const [shown, setShown] = useState(false);
  const { name } = words;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="font-semibold">{name}</h3>
        {inUse.own !== null ? (
          <Badge tone="good">Your key</Badge>
        ) : inUse.system ? (
          <Badge tone="brand">System default</Badge>
        ) : (
          <Badge>No key</Badge>
        )}
        {inUse.own !== null && (
          <>
            <span className="font-mono text-sm text-quiet" dir="ltr">
              {inUse.own}
            </span>
            <Button
              variant="ghost"
              size="sm"
              className="ml-auto text-danger-ink!"
              aria-label={`Clear the ${name} key`}
              isIdle={isClearing}
              onClick={onClear}
            >
              Clear
            </Button>
          </>
        )}
      </div>
      <p className="text-sm text-quiet">
        {words.use}{' '}
        {inUse.own === null &&
          (inUse.system ? 'Until you save one, this server’s key is used.' : words.without)}
      </p>
      <Field
        label={inUse.own === null ? `${name} API key` : `New ${name} API key`}
        name={`${words.provider}-api-key`}
        type={shown ? 'text' : 'password'}
        value={value}
        placeholder={words.placeholder}
        maxLength={MAX_API_KEY_LENGTH * 2}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        // Keeps password managers from offering to store it.
        data-1p-ignore
        data-lpignore="true"
        error={error}
        onChange={(event) => onChange(event.target.value)}
        trailing={
          <Button
            variant="ghost"
            size="icon"
            className="size-9! text-quiet"
            aria-label={shown ? `Hide the ${name} key` : `Show the ${name} key`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </Button>
        }
      />
      {warning && (
        <Notice tone="warn" icon={<TriangleAlert />}>
          {warning}
        </Notice>
      )}
    </div>
  );
}
