import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/** A component whose code is fetched when it is first shown, or before. */
type LazyComponent<Props> = ComponentType<Props> & {
  /** Begins to fetch the code. What goes wrong with that is told where the component is shown. */
  preload(): void;
};

/**
 * Gives a component whose code is fetched when it is first shown; until then the fallback stands in its place. In contrast to React's `lazy`
 * and `Suspense`, which leave a fallback that they have shown for 0.3 s at least, it is there as soon as its code is. Code that cannot be
 * fetched is an error of the component.
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const fetchCode = async () => {
    Loaded = await load();
  };

  function Lazily(props: Props) {
    const [, update] = useState(0);
    const isLoaded = Loaded !== undefined;
    useEffect(() => {
      if (isLoaded) return;
      fetchCode().then(
        () => update(1),
        (error: unknown) =>
          update(() => {
            throw error;
          }),
      );
    }, [isLoaded]);
    return Loaded ? <Loaded {...props} /> : fallback;
  }

  return Object.assign(Lazily, { preload: () => void fetchCode().catch(() => undefined) });
}
