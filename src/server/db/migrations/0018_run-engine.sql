ALTER TABLE "chunks" ADD COLUMN "made_by" text DEFAULT 'local' NOT NULL;--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "run_engine" text;