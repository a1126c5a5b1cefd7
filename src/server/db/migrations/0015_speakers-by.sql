ALTER TABLE "speaker_searches" ADD COLUMN "found_by" text;--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "speakers_by" text;