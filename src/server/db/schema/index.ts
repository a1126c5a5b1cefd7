// The only barrel file: drizzle-kit and the client need all tables in one module.
export * from './analysis.ts';
export * from './clips.ts';
export * from './edits.ts';
export * from './imports.ts';
export * from './notes.ts';
export * from './oauth.ts';
export * from './projects.ts';
export * from './recordings.ts';
export * from './shares.ts';
export * from './speakers.ts';
export * from './tokens.ts';
export * from './transcripts.ts';
export * from './uploads.ts';
export * from './users.ts';
export * from './vectors.ts';
