import { useQuery } from '@tanstack/react-query';
import { apiKeysQuery } from '#web/lib/api-keys-query.ts';

/** By whose key AssemblyAI may be used: one's own, the installation's, which everybody shares, or none; none until it is known. */
export function useAssemblyAiKey(): 'own' | 'shared' | 'none' {
  const { data } = useQuery(apiKeysQuery);
  if (data?.hasAssemblyAI) return 'own';
  return data?.systemAssemblyAI ? 'shared' : 'none';
}
