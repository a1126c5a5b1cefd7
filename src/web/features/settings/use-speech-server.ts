import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SpeechServerSettings, type SpeechServerState } from '#contract/speech-server.ts';
import { errorsOfFailure, errorsOfIssues } from '#web/lib/form-errors.ts';
import { useFields } from '#web/lib/use-fields.ts';
import { enginesQuery } from '#web/speech/data.ts';
import { showFailure } from '#web/ui/show-failure.ts';
import { toast } from '#web/ui/toast-store.ts';
import {
  removeSpeechServerMutation,
  saveSpeechServerMutation,
  speechServerQuery,
  testSpeechServerMutation,
} from './data.ts';

/** The form of the user's speech server. A typed key exists only in its field until it is saved. */
export function useSpeechServer({ own, hasShared }: SpeechServerState) {
  const queryClient = useQueryClient();
  const fields = useFields({ address: own?.address ?? '', apiKey: '', model: own?.model ?? '' });
  const showNow = (state: SpeechServerState) => {
    queryClient.setQueryData(speechServerQuery.queryKey, state);
    void queryClient.invalidateQueries({ queryKey: enginesQuery.queryKey });
  };
  const save = useMutation({
    ...saveSpeechServerMutation,
    onSuccess: (state) => {
      showNow(state);
      toast({ title: 'Your speech server has been saved.' });
    },
    onError: (error) => fields.show(errorsOfFailure(error)),
  });
  const test = useMutation({
    ...testSpeechServerMutation,
    onError: (error) => fields.show(errorsOfFailure(error)),
  });
  const remove = useMutation({
    ...removeSpeechServerMutation,
    onSuccess: (state) => {
      showNow(state);
      toast({ title: 'Your speech server has been removed.' });
    },
    onError: (error) => showFailure(error, 'Your speech server could not be removed.'),
  });

  /** What is typed, if it can be used; otherwise its errors are shown. */
  function typed() {
    const { address, apiKey, model } = fields.values;
    const key = apiKey.trim();
    const parsed = SpeechServerSettings.safeParse({ address, model, ...(key === '' ? {} : { apiKey: key }) });
    fields.show(errorsOfIssues(parsed.error?.issues ?? []));
    return parsed.data;
  }

  /** Nothing typed, and a server for everyone: that one is tested. */
  const isForShared = hasShared && fields.values.address.trim() === '';
  const failed = [save, test].find(({ isError }) => isError);
  return {
    fields,
    save: () => {
      const settings = typed();
      test.reset();
      // Otherwise the mutation would keep the typed key.
      if (settings) save.mutate(settings, { onSuccess: () => save.reset() });
    },
    isSaving: save.isPending,
    test: () => {
      save.reset();
      const server = isForShared ? null : typed();
      if (server !== undefined) test.mutate(server);
    },
    isTesting: test.isPending,
    result: test.data,
    models: test.data && !test.data.works ? test.data.models : [],
    /** Of saving or testing, if no field is to blame. */
    failure: failed && !fields.hasErrors ? failed.error : null,
    remove: () => remove.mutate(),
    isRemoving: remove.isPending,
  };
}
