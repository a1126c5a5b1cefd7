CREATE TABLE "chunks" (
	"transcript_id" integer NOT NULL,
	"start_ms" integer NOT NULL,
	"end_ms" integer NOT NULL,
	"segments" jsonb NOT NULL,
	CONSTRAINT "chunks_transcript_id_start_ms_pk" PRIMARY KEY("transcript_id","start_ms")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"transcript_id" integer PRIMARY KEY NOT NULL,
	"storage_key" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"mime_type" text,
	"kind" text,
	"rendition" text,
	"playable_key" text,
	"peaks" jsonb,
	"peak_bucket_ms" real
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"transcript_id" integer NOT NULL,
	"index" integer NOT NULL,
	"user_id" integer NOT NULL,
	"speaker" text NOT NULL,
	"start_ms" integer NOT NULL,
	"end_ms" integer NOT NULL,
	"text" text NOT NULL,
	"folded" text NOT NULL,
	"words" jsonb NOT NULL,
	"timing" text NOT NULL,
	"tsv" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', folded)) STORED,
	CONSTRAINT "segments_transcript_id_index_pk" PRIMARY KEY("transcript_id","index")
);
--> statement-breakpoint
CREATE TABLE "transcripts" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"title" text NOT NULL,
	"folded_title" text NOT NULL,
	"status" text DEFAULT 'processing' NOT NULL,
	"stage" text,
	"progress_percent" real DEFAULT 0 NOT NULL,
	"duration_ms" integer,
	"word_count" integer,
	"accuracy" real,
	"source_type" text NOT NULL,
	"source_url" text,
	"original_filename" text,
	"error_code" text,
	"error_message" text,
	"language" text,
	"doubtful" boolean DEFAULT false NOT NULL,
	"suggest_speakers" boolean DEFAULT true NOT NULL,
	"speakers_suggested" boolean DEFAULT false NOT NULL,
	"show_speakers" boolean DEFAULT true NOT NULL,
	"speaker_names" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"segment_count" integer DEFAULT 0 NOT NULL,
	"job_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transcripts_status" CHECK ("transcripts"."status" in ('processing', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"filename" text NOT NULL,
	"content_type" text NOT NULL,
	"declared_bytes" bigint NOT NULL,
	"storage_key" text,
	"received_bytes" bigint,
	"received_at" timestamp with time zone,
	"transcript_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chunks" ADD CONSTRAINT "chunks_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "segments_words" ON "segments" USING gin ("user_id","tsv");--> statement-breakpoint
CREATE INDEX "segments_parts" ON "segments" USING gin ("user_id","folded" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "transcripts_user_newest" ON "transcripts" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "uploads_transcript" ON "uploads" USING btree ("transcript_id");--> statement-breakpoint
CREATE INDEX "uploads_created" ON "uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));