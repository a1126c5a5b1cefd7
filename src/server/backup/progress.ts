/** Reports a step's progress: `done` of `total`, in any unit. */
export type ProgressListener = (step: string, done: number, total: number) => void;
