CREATE INDEX "articles_storage_key_index" ON "articles" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "recording_pieces_storage_key_index" ON "recording_pieces" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "media_storage_key_index" ON "media" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "media_playable_key_index" ON "media" USING btree ("playable_key");--> statement-breakpoint
CREATE INDEX "uploads_storage_key_index" ON "uploads" USING btree ("storage_key");