import { useQuery } from '@tanstack/react-query';
import { apiKeysQuery } from '#web/lib/api-keys-query.ts';

/** Whose key can be used for AssemblyAI: the user's own, the installation's, or none; 'none' until loaded. */
export function useAssemblyAiKey(): 'own' | 'shared' | 'none' {
  const { data } = useQuery(apiKeysQuery);
  if (data?.hasAssemblyAI) return 'own';
  return data?.systemAssemblyAI ? 'shared' : 'none';
}
