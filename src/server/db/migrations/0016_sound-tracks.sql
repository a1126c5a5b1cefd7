ALTER TABLE "media" ADD COLUMN "sound_clock" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "sound_track" integer;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "sound_tracks" integer;