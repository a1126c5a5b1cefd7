ALTER TABLE "transcripts" RENAME COLUMN "folded_title" TO "normalized_title";--> statement-breakpoint
ALTER TABLE "transcripts" RENAME COLUMN "doubtful" TO "low_confidence";--> statement-breakpoint
ALTER TABLE "transcripts" RENAME COLUMN "suggest_speakers" TO "diarize";--> statement-breakpoint
ALTER TABLE "segments" RENAME COLUMN "folded" TO "normalized";--> statement-breakpoint
ALTER TABLE "article_passages" RENAME COLUMN "folded" TO "normalized";--> statement-breakpoint
ALTER TABLE "media" RENAME COLUMN "rendition" TO "transcode";--> statement-breakpoint
ALTER TABLE "media" RENAME COLUMN "playable_key" TO "transcode_storage_key";--> statement-breakpoint
ALTER TABLE "media" RENAME COLUMN "peaks" TO "waveform";--> statement-breakpoint
ALTER TABLE "media" RENAME COLUMN "peak_bucket_ms" TO "waveform_bucket_ms";--> statement-breakpoint
ALTER TABLE "api_keys" RENAME COLUMN "sealed" TO "encrypted";--> statement-breakpoint
ALTER TABLE "identities" RENAME COLUMN "told" TO "claims";--> statement-breakpoint
ALTER INDEX "media_playable_key_index" RENAME TO "media_transcode_storage_key_index";--> statement-breakpoint
UPDATE "versions" SET "facts" = ("facts" - 'doubtful') || jsonb_build_object('lowConfidence', "facts"->'doubtful') WHERE "facts" ? 'doubtful';
