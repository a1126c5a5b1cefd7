CREATE TABLE "vectors" (
	"id" serial PRIMARY KEY NOT NULL,
	"transcript_id" integer,
	"article_id" integer,
	"model" text NOT NULL,
	"row_version" text NOT NULL,
	"places" jsonb NOT NULL,
	"keys" "bytea" NOT NULL,
	"packed" "bytea" NOT NULL,
	CONSTRAINT "vectors_source" CHECK (num_nonnulls("vectors"."transcript_id", "vectors"."article_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "vectors" ADD CONSTRAINT "vectors_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vectors" ADD CONSTRAINT "vectors_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "vectors_transcript" ON "vectors" USING btree ("transcript_id");--> statement-breakpoint
CREATE UNIQUE INDEX "vectors_article" ON "vectors" USING btree ("article_id");