ALTER TABLE "media" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "content_hash" text;--> statement-breakpoint
CREATE INDEX "media_same_file" ON "media" USING btree ("size_bytes","content_hash");