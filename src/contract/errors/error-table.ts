/** Errors by their stable code: the HTTP status and the message for people. */
export type ErrorTable = Record<string, { status: number; message: string }>;
