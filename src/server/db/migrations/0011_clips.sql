CREATE TABLE "clips" (
	"id" serial PRIMARY KEY NOT NULL,
	"transcript_id" integer NOT NULL,
	"user_id" integer,
	"start_ms" integer NOT NULL,
	"end_ms" integer NOT NULL,
	"format" text NOT NULL,
	"captions" jsonb,
	"captions_hash" text NOT NULL,
	"status" text DEFAULT 'processing' NOT NULL,
	"progress_percent" real DEFAULT 0 NOT NULL,
	"error_code" text,
	"job_id" uuid,
	"storage_key" text,
	"size_bytes" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clips_same" UNIQUE("transcript_id","start_ms","end_ms","format","captions_hash")
);
--> statement-breakpoint
ALTER TABLE "clips" ADD CONSTRAINT "clips_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clips" ADD CONSTRAINT "clips_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clips_waiting" ON "clips" USING btree ("user_id","status");--> statement-breakpoint
CREATE INDEX "clips_storage_key_index" ON "clips" USING btree ("storage_key");