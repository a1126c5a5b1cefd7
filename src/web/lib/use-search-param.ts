import { useSearchParams } from 'wouter';

/** A parameter of the address, null if it is not there, and a setter, which removes it with null and adds no step to the browser's history. */
export function useSearchParam(name: string): [string | null, (value: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  return [
    search.get(name),
    (value) =>
      setSearch(
        (current) => {
          const changed = new URLSearchParams(current);
          if (value === null) changed.delete(name);
          else changed.set(name, value);
          return changed;
        },
        { replace: true },
      ),
  ];
}
