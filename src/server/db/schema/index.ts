// The one barrel of the project: drizzle-kit and the client want all tables in one module.
export * from './analysis.ts';
export * from './edits.ts';
export * from './projects.ts';
export * from './recordings.ts';
export * from './shares.ts';
export * from './transcripts.ts';
export * from './uploads.ts';
export * from './users.ts';
