CREATE TABLE "speaker_searches" (
	"transcript_id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"user_id" integer,
	"speakers" integer,
	"status" text DEFAULT 'processing' NOT NULL,
	"progress_percent" real DEFAULT 0 NOT NULL,
	"error_code" text,
	"job_id" uuid NOT NULL,
	"turns" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "speaker_searches" ADD CONSTRAINT "speaker_searches_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "speaker_searches" ADD CONSTRAINT "speaker_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "speaker_searches_waiting" ON "speaker_searches" USING btree ("user_id","status");