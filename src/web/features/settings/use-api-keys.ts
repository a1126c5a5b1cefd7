import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKeys, ApiKeysInput, type KeyProvider, type KeyWarning } from '#contract/api-keys.ts';
import { apiKeysQuery } from '#web/lib/api-keys-query.ts';
import { enginesQuery } from '#web/speech/data.ts';
import { showFailure } from '#web/ui/show-failure.ts';
import { toast } from '#web/ui/toast-store.ts';
import { clearKeyMutation, clearKeysMutation, saveKeysMutation } from './data.ts';
import { PROVIDERS, type ProviderWords } from './key-providers.ts';

type Typed = Record<ProviderWords['field'], string>;
type Errors = Partial<Record<string, string>>;
const LOST =
  'The key that you saved cannot be read any more, because the server’s secret has changed. Please save it again.';
const NOTHING = Object.fromEntries(PROVIDERS.map(({ field }) => [field, ''])) as Typed;

/** The user's keys, and the form for new ones. Typed keys exist only in the fields until they are saved. */
export function useApiKeys() {
  const queryClient = useQueryClient();
  const query = useQuery(apiKeysQuery);
  const [typed, setTyped] = useState(NOTHING);
  const [errors, setErrors] = useState<Errors>({});
  const [warnings, setWarnings] = useState<readonly KeyWarning[]>([]);
  const show = (keys: ApiKeys) => {
    queryClient.setQueryData(apiKeysQuery.queryKey, keys);
    void queryClient.invalidateQueries(enginesQuery);
  };

  const save = useMutation({
    ...saveKeysMutation,
    onSuccess: ({ warnings: found, ...keys }) => {
      show(keys);
      setTyped(NOTHING);
      setWarnings(found);
      toast({ title: 'Your API keys have been saved securely.' });
    },
    onError: (error) => showFailure(error, 'Failed to save API keys'),
  });
  const clearAll = useMutation({
    ...clearKeysMutation,
    onSuccess: (keys) => {
      show(keys);
      setWarnings([]);
      toast({ title: 'All API keys cleared. Using system default keys.' });
    },
    onError: (error) => showFailure(error, 'Failed to clear API keys'),
  });
  const clear = useMutation({
    ...clearKeyMutation,
    onSuccess: (keys, provider) => {
      show(keys);
      setWarnings((all) => all.filter((warning) => warning.provider !== provider));
      toast({ title: `${nameOf(provider)} API key cleared. Using system default.` });
    },
    onError: (error) => showFailure(error, 'Failed to clear API key'),
  });

  function saveTyped() {
    const body = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ''));
    if (Object.keys(body).length === 0) {
      toast({ title: 'No changes', description: 'Please enter at least one API key to save.' });
      return;
    }
    const checked = ApiKeysInput.safeParse(body);
    const found = Object.fromEntries(
      (checked.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
    );
    setErrors(found);
    if (checked.success) {
      // Otherwise the mutation would keep the typed keys.
      save.mutate(checked.data, { onSettled: () => save.reset() });
    }
  }

  return {
    query,
    typed,
    errors,
    warningOf: (provider: KeyProvider) =>
      warnings.find((warning) => warning.provider === provider)?.message ??
      (query.data?.lost.includes(provider) ? LOST : undefined),
    type: (field: ProviderWords['field'], value: string) => {
      setTyped({ ...typed, [field]: value });
      setErrors({ ...errors, [field]: undefined });
    },
    save: saveTyped,
    isSaving: save.isPending,
    clear: (provider: KeyProvider) => clear.mutate(provider),
    clearAll: () => clearAll.mutate(),
    isClearing: clear.isPending || clearAll.isPending,
  };
}

function nameOf(provider: KeyProvider): string {
  return PROVIDERS.find((each) => each.provider === provider)?.name ?? provider;
}
