/** Gives a piece of work that can be begun now, or undefined: there is none, or it waits for work that is under way. */
export type Source = () => (() => Promise<void>) | undefined;

/**
 * Does the work of several sources, so much at a time: by turns while more than one has some. Resolves when none has any and all is done; the
 * first failure rejects, and no more is begun.
 */
export function interleave(sources: readonly Source[], atOnce: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let running = 0;
    let turn = 0;
    let hasFailed = false;
    const next = () => {
      for (let tried = 0; tried < sources.length; tried++) {
        const work = sources[turn % sources.length]?.();
        turn++;
        if (work) return work;
      }
      return undefined;
    };
    const fail = (error: unknown) => {
      hasFailed = true;
      reject(error);
    };
    const begin = () => {
      while (running < atOnce) {
        const work = next();
        if (!work) break;
        running++;
        work().then(finish, fail);
      }
      if (running === 0) resolve();
    };
    const finish = () => {
      running--;
      if (!hasFailed) begin();
    };
    begin();
  });
}
