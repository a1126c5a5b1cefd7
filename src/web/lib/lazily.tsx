import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';

/** A component whose code is loaded when it is first rendered, or before. */
type LazyComponent<Props> = ComponentType<Props> & {
  /** Starts to load the code. Errors are reported when the component is rendered. */
  preload(): void;
};

/**
 * Returns a component whose code is loaded when it is first rendered, and shows the fallback until then. React's `lazy` and
 * `Suspense` show a fallback for at least 0.3 s; this component appears as soon as its code is there. If loading fails, the
 * component throws.
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
        // In steps between which the page can respond.
        () => startTransition(() => update(1)),
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
