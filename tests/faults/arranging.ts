import { createHash } from 'node:crypto';
import { type Article, deleteArticle, UPLOAD_PDF_PATH } from '#contract/articles.ts';
import { MemberId, type ProjectId } from '#contract/ids.ts';
import {
  acceptInvitation,
  assignTranscripts,
  createInvitation,
  createProject,
  deleteProject,
  listProjects,
  removeCollaborator,
} from '#contract/projects.ts';
import { makePdf } from '#tests/support/pdfs.ts';
import { Known, type LedgerProject, type LedgerTranscript } from './ledger.ts';
import { note, openTranscript, type Person, unlessDeleted } from './person.ts';

const MOVED_AT_ONCE = 4;
let names = 0;

/** Creates a project without retrying: one whose response was lost may exist. */
export async function makeProject({ visitor, account, ledger }: Person): Promise<void> {
  names += 1;
  const name = `${account.name}'s project ${names}`;
  const outcome = await visitor.call(createProject, { body: { name } }, { isOnce: true });
  if (outcome.kind === 'refused') {
    ledger.counts.refused += 1;
    return;
  }
  const project: LedgerProject = { id: null, name, isThere: new Known(false), articles: [] };
  account.projects.push(project);
  note({ ledger }, outcome, project.isThere, () => true);
  if (outcome.kind === 'done') project.id = outcome.value.id;
}

/** Moves some of the person's transcripts into a project, between projects, or out of a project, in one call. */
export async function moveTranscripts(person: Person): Promise<void> {
  const { account, random, visitor } = person;
  const chosen = account.transcripts
    .filter(({ state }) => state.certain !== null)
    .filter(() => random.chance(0.4))
    .slice(0, MOVED_AT_ONCE);
  // Reads transcripts with an uncertain state first, to know which still exist.
  const there: LedgerTranscript[] = [];
  for (const transcript of chosen) if (await openTranscript(person, transcript)) there.push(transcript);
  if (there.length === 0) return;
  const projects = account.projects.flatMap(({ id, isThere }) => (id && isThere.certain ? [id] : []));
  const team = person.team && account.isInTeam.certain ? [person.team.id] : [];
  const to = random.pick<ProjectId | null>([null, ...projects, ...team]);
  const ids = there.map(({ id }) => id);
  const moved = there.flatMap(({ id, state: { certain } }) =>
    certain && certain.projectId !== to ? [id] : [],
  );
  const outcome = await visitor.call(assignTranscripts, { body: { transcriptIds: ids, projectId: to } });
  account.moves = account.moves.filter((move) => !move.ids.some((id) => ids.includes(id)));
  const [first, ...others] = there;
  const change = unlessDeleted((state) => ({ ...state, projectId: to }));
  if (first) note(person, outcome, first.state, change);
  for (const { state } of others) {
    if (outcome.kind === 'done') state.changed(change);
    else if (outcome.kind === 'unknown' || outcome.isRepeated) state.mayHaveChanged(change);
  }
  if (outcome.kind !== 'done' && moved.length > 1) account.moves.push({ ids: moved, to });
}

/** Adds a PDF to one of the person's projects. */
export async function addArticle(person: Person): Promise<void> {
  const { visitor, ledger } = person;
  const project = anyProject(person);
  if (!project?.id || project.articles.length > 10) return;
  names += 1;
  const filename = `paper ${names}.pdf`;
  const pdf = makePdf([
    [`A paper of number ${names}`, ...Array.from({ length: 12 }, (_, line) => `Line ${line} says enough.`)],
  ]);
  const article = {
    id: null,
    filename,
    sha256: createHash('sha256').update(pdf).digest('hex'),
    isThere: new Known(false),
  };
  const { id } = project;
  const outcome = await visitor.send(UPLOAD_PDF_PATH, () => {
    const body = new FormData();
    body.set('projectId', String(id));
    body.set('pdf', new File([new Uint8Array(pdf)], filename, { type: 'application/pdf' }));
    return { method: 'POST', body, headers: { cookie: visitor.cookie } };
  });
  // On a retry, 'already exists' counts as success.
  const isThere = outcome.kind === 'refused' && outcome.code === 'article_exists' && outcome.isRepeated;
  const made = isThere ? ({ kind: 'done', value: null, isRepeated: true } as const) : outcome;
  note({ ledger }, made, article.isThere, () => true);
  const body = outcome.kind === 'done' ? (JSON.parse(outcome.value.bytes.toString('utf8')) as Article) : null;
  project.articles.push({ ...article, id: body?.id ?? null });
}

/** Deletes an article, or a whole project with its articles. */
export async function tidyUp(person: Person): Promise<void> {
  const { visitor, account, random } = person;
  const project = anyProject(person);
  if (!project?.id) return;
  const { id } = project;
  const article = project.articles.find(({ id: articleId, isThere }) => articleId && isThere.certain);
  if (article?.id && random.chance(0.7)) {
    const outcome = await visitor.call(deleteArticle, { params: { id: article.id } });
    note(person, outcome, article.isThere, () => false);
    return;
  }
  const outcome = await visitor.call(deleteProject, { params: { id } });
  note(person, outcome, project.isThere, () => false);
  const leave = unlessDeleted((state) => (state.projectId === id ? { ...state, projectId: null } : state));
  account.moves = [];
  for (const { isThere } of project.articles) follow(outcome, isThere, () => false);
  for (const { state } of account.transcripts) follow(outcome, state, leave);
}

/** Leaves the project that all people share, or joins it again through a new invitation. */
export async function leaveOrJoin(person: Person): Promise<void> {
  const { team, account, visitor } = person;
  if (!team) return;
  const { isInTeam } = account;
  if (isInTeam.certain === undefined) await readMembership(person);
  if (isInTeam.certain === undefined) return;
  const params = { id: team.id };
  if (isInTeam.certain) {
    const outcome = await visitor.call(removeCollaborator, {
      params: { ...params, userId: MemberId.parse(person.id) },
    });
    note(person, outcome, isInTeam, () => false);
    const leave = unlessDeleted((state) =>
      state.projectId === team.id ? { ...state, projectId: null } : state,
    );
    account.moves = [];
    for (const { state } of account.transcripts) follow(outcome, state, leave);
    return;
  }
  const invitation = await team.owner.call(createInvitation, { params, body: { role: 'editor' } });
  if (invitation.kind !== 'done') return;
  const accepted = await visitor.call(acceptInvitation, { body: { token: invitation.value.token } });
  note(person, accepted, isInTeam, () => true);
}

/** Reads whether the person is a member of the shared project. */
export async function readMembership(person: Person): Promise<void> {
  const { team, account, ledger, visitor } = person;
  if (!team) return;
  await new Promise((resolve) => setTimeout(resolve, account.isInTeam.unsettledMs));
  const read = await visitor.call(listProjects, {});
  if (read.kind !== 'done') return;
  const isThere = read.value.some(({ id }) => id === team.id);
  if (!account.isInTeam.seen(isThere))
    ledger.losses.push(`${account.name} is ${isThere ? '' : 'not '}in the shared project`);
}

/** Records the side effect of another change, without counting it. */
function follow<Value>(
  outcome: { kind: string; isRepeated?: boolean },
  known: Known<Value>,
  change: (before: Value) => Value,
): void {
  if (outcome.kind === 'done') known.changed(change);
  else if (outcome.kind === 'unknown' || outcome.isRepeated) known.mayHaveChanged(change);
}

function anyProject({ account, random }: Person): LedgerProject | undefined {
  const there = account.projects.filter(({ id, isThere }) => id !== null && isThere.certain);
  return there.length === 0 ? undefined : random.pick(there);
}
