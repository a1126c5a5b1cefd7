import { defineConfig } from 'drizzle-kit';

// `npx drizzle-kit generate --name WHAT` writes the next migration after a change of the schema.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/db/schema/index.ts',
  out: './src/server/db/migrations',
  casing: 'snake_case',
});
