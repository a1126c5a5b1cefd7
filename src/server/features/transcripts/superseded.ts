/** The transcript was cancelled, deleted or given to another job meanwhile: there is nothing left to do. */
export class Superseded extends Error {}
