/** Told how far a step is: `done` of `total`, whatever is counted. */
export type Progress = (step: string, done: number, total: number) => void;
