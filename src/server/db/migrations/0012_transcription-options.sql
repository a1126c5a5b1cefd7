ALTER TABLE "transcripts" ADD COLUMN "options" jsonb DEFAULT '{"suggestSpeakers":true,"engine":"auto"}'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "transcripts" SET "options" = jsonb_build_object('suggestSpeakers', "diarize", 'engine', "engine_choice");--> statement-breakpoint
ALTER TABLE "transcripts" DROP COLUMN "engine_choice";--> statement-breakpoint
ALTER TABLE "transcripts" DROP COLUMN "diarize";
