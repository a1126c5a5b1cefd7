/** Returns a piece of work that can start now; undefined if there is none, or if it depends on work in progress. */
export type WorkSource = () => (() => Promise<void>) | undefined;

/**
 * Does the work of several sources, at most `atOnce` pieces at a time, alternating while more than one source has some. Resolves
 * when all work is done; rejects on the first failure and starts no more.
 */
export function interleave(sources: readonly WorkSource[], atOnce: number): Promise<void> {
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
