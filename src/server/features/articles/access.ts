import type { ArticleId } from '#contract/ids.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import { type Authorized, authorized } from '../../authorization.ts';
import type { Deps } from '../../deps.ts';
import { abilitiesOf, roleIn } from '../members/access.ts';
import { type ArticleRow, findArticle } from './queries.ts';

export type ReadableArticle = Authorized<'read', ArticleRow>;
export type EditableArticle = Authorized<'read' | 'edit', ArticleRow>;

/** Authorizes members of the article's project. Throws 'article_not_found' also for what the caller may not see. */
export async function requireReadableArticle(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  id: ArticleId,
): Promise<ReadableArticle> {
  return authorized<'read', ArticleRow>((await findWithRole(deps, actor, id)).article);
}

/** Authorizes renaming and deleting it. Throws 'article_not_found', and 'forbidden' for a caller who may only view it. */
export async function requireEditableArticle(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  id: ArticleId,
): Promise<EditableArticle> {
  const { article, role } = await findWithRole(deps, actor, id);
  if (!abilitiesOf(role).edit) throw new AppError('forbidden');
  return authorized<'read' | 'edit', ArticleRow>(article);
}

async function findWithRole({ db }: Pick<Deps, 'db'>, actor: Actor, id: ArticleId) {
  const article = await findArticle(db, id);
  const role = article && (await roleIn({ db }, actor, article.projectId));
  if (!article || !role) throw new AppError('article_not_found');
  return { article, role };
}
