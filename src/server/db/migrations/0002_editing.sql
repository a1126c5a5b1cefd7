CREATE TABLE "edits" (
	"id" serial PRIMARY KEY NOT NULL,
	"transcript_id" integer NOT NULL,
	"version" integer NOT NULL,
	"user_id" integer,
	"kind" text NOT NULL,
	"is_undone" boolean DEFAULT false NOT NULL,
	"changes" jsonb NOT NULL,
	"names" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "versions" (
	"transcript_id" integer NOT NULL,
	"version" integer NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"segments" jsonb NOT NULL,
	"speaker_names" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	CONSTRAINT "versions_transcript_id_version_pk" PRIMARY KEY("transcript_id","version")
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"id" text PRIMARY KEY NOT NULL,
	"transcript_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "shares_transcriptId_unique" UNIQUE("transcript_id")
);
--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "id" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "position" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "made_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "edits" ADD CONSTRAINT "edits_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edits" ADD CONSTRAINT "edits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "edits_transcript" ON "edits" USING btree ("transcript_id","version","id");