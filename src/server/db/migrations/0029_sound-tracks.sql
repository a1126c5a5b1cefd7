ALTER TABLE "transcripts" ALTER COLUMN "options" SET DEFAULT '{"suggestSpeakers":true,"speakers":null,"engine":"auto","language":null,"soundTrack":null}'::jsonb;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "mixed_tracks" jsonb;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "tracks" jsonb;