ALTER TABLE "transcripts" ALTER COLUMN "options" SET DEFAULT '{"suggestSpeakers":true,"speakers":null,"engine":"auto"}'::jsonb;--> statement-breakpoint
UPDATE "transcripts" SET "options" = "options" || '{"speakers":null}' WHERE NOT "options" ? 'speakers';
