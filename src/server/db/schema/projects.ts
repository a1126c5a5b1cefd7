import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ArticleType } from '#contract/articles.ts';
import type { InvitedRole, ProjectRole } from '#contract/projects.ts';
import { createdAt, moment, tsvector } from './columns.ts';
import { users } from './users.ts';

export const projects = pgTable('projects', {
  id: serial().primaryKey(),
  name: text().notNull(),
  description: text(),
  /** '#rrggbb'. */
  color: text().notNull(),
  createdAt: createdAt(),
});

/** Who can see a project, including its owner. */
export const members = pgTable(
  'members',
  {
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text().$type<ProjectRole>().notNull(),
    addedAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.userId] }),
    index('members_user').on(table.userId, table.projectId),
    uniqueIndex('members_one_owner').on(table.projectId).where(sql`${table.role} = 'owner'`),
    check('members_role', sql`${table.role} in ('owner', 'editor', 'viewer')`),
  ],
);

/** Links with which one person each can join. The row is deleted on acceptance or cancellation. */
export const invitations = pgTable(
  'invitations',
  {
    id: serial().primaryKey(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** 128 random bits, base64url. */
    token: text().notNull().unique(),
    role: text().$type<InvitedRole>().notNull(),
    /** Who created it. */
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    index('invitations_project').on(table.projectId, table.id),
    index('invitations_expiry').on(table.expiresAt),
  ],
);

export const articles = pgTable(
  'articles',
  {
    id: serial().primaryKey(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Who added it. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    type: text().$type<ArticleType>().notNull(),
    title: text().notNull(),
    author: text(),
    publication: text(),
    publishedDate: text(),
    /** A web page's address. */
    url: text(),
    excerpt: text(),
    /** Plain text, paragraphs separated by a blank line. */
    content: text().notNull(),
    wordCount: integer().notNull(),
    /** Identifies the article within a project: derived from the address or the file. */
    identity: text().notNull(),
    /** A PDF's file in the media store. */
    storageKey: text(),
    filename: text(),
    pageCount: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    // The sweep looks up the owner of every file.
    index().on(table.storageKey),
    index('articles_project').on(table.projectId, table.id),
    uniqueIndex('articles_identity').on(table.projectId, table.identity),
    index('articles_file').on(table.storageKey),
  ],
);

/** The text of an article in parts of a few sentences, for finding what a question is about. */
export const articlePassages = pgTable(
  'article_passages',
  {
    articleId: integer()
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    /** 0, 1, 2, ... */
    position: integer().notNull(),
    projectId: integer().notNull(),
    /** Where the passage starts in the article's content, in UTF-16 code units. */
    start: integer().notNull(),
    end: integer().notNull(),
    /** The text normalized as in domain/normalize-text.ts, for searching. */
    normalized: text().notNull(),
    tsv: tsvector().generatedAlwaysAs(sql`to_tsvector('simple', normalized)`),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.position] }),
    index('article_passages_words').using('gin', table.projectId, table.tsv),
  ],
);
