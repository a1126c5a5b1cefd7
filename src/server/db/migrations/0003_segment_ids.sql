UPDATE "segments" SET "position" = "index" + 1;--> statement-breakpoint
ALTER TABLE "segments" DROP CONSTRAINT "segments_transcript_id_index_pk";--> statement-breakpoint
ALTER TABLE "segments" ADD PRIMARY KEY ("id");--> statement-breakpoint
ALTER TABLE "segments" ALTER COLUMN "position" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "segments_order" ON "segments" USING btree ("transcript_id","position");--> statement-breakpoint
ALTER TABLE "segments" DROP COLUMN "index";