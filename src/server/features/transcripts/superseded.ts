/** The transcript was cancelled, deleted or given to another job in the meantime: there is nothing left to do. */
export class Superseded extends Error {}
