import type { ErrorCode } from '#contract/errors.ts';
import { ProjectId } from '#contract/ids.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { Topic } from '../conversations/service.ts';
import { type EditableProject, lockEditableProject, type ReadableProject } from '../members/access.ts';
import { notifyMembers } from '../members/service.ts';
import type { Collection } from './queries.ts';

/** A collection that the caller may read the conversation of. */
export interface CollectionTopic extends Topic {
  about: Collection;
  /** The error for a question while there is nothing to ask about. */
  empty: ErrorCode;
  /** The error when it was deleted while an answer was being written. */
  gone: ErrorCode;
}

/** A collection that the caller may ask about. */
export interface AskableTopic extends CollectionTopic {
  /** Checks within the transaction that stores a question that it may still be asked. */
  confirm: (tx: Tx) => Promise<unknown>;
}

type TopicDeps = Pick<Deps, 'events'>;

/** A project: one conversation of all its members. */
export function topicOfProject(deps: TopicDeps, { id }: ReadableProject): CollectionTopic {
  return {
    about: { projectId: id },
    pending: 'project_answer_pending',
    empty: 'project_empty',
    gone: 'project_not_found',
    announce: (db) =>
      notifyMembers(deps, { db, projectId: id }, { type: 'project.chat', id: ProjectId.parse(id) }),
  };
}

/** The same for who may ask; refuses those who have lost the role, or whose project was deleted, since the question arrived. */
export function askableProject(deps: TopicDeps, actor: Actor, project: EditableProject): AskableTopic {
  return {
    ...topicOfProject(deps, project),
    confirm: (tx) => lockEditableProject(tx, actor, ProjectId.parse(project.id)),
  };
}

/** All that a person may ask about; nobody else sees the conversation. */
export function topicOfLibrary({ events }: TopicDeps, { id }: Actor): AskableTopic {
  return {
    about: { libraryOf: id },
    pending: 'library_answer_pending',
    empty: 'library_empty',
    gone: 'unauthorized',
    announce: (db) => events.publish(db, { kind: 'live', userIds: [id], event: { type: 'library.chat' } }),
    confirm: async () => undefined,
  };
}
