import { Check, Ellipsis, Pencil, Reply, RotateCcw, Trash2 } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { HighlightText, type Note, NoteColor, type NoteReply, NoteText } from '#contract/notes.ts';
import { formatTime } from '#domain/timecode.ts';
import { useHasDraft } from '#web/lib/drafts.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { languageProps } from '#web/lib/language-props.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import { ColorDot } from './color-dot.tsx';
import { COLOR_NAMES, noteClass } from './note-colors.ts';
import { NoteTextForm } from './note-text-form.tsx';
import type { NoteCommands } from './use-note-commands.ts';

interface NoteItemProps {
  note: Note;
  /** Whether its mark in the text was clicked last. */
  isWanted: boolean;
  /** BCP 47 tag of what is said; null if it is not known. */
  language: string | null;
  canComment: boolean;
  commands: NoteCommands;
  onGoTo: (seconds: number) => void;
  onDelete: (what: Note | { note: Note; reply: NoteReply }) => void;
}

const WORDS_STATE = {
  same: null,
  changed: 'These words have been edited since.',
  gone: 'The words of this note are gone.',
} as const;

/** One note: its words, its text, who wrote it, and its replies. Rendered again only when it changes, since there can be thousands. */
export const NoteItem = memo(function NoteItem({
  note,
  isWanted,
  language,
  canComment,
  commands,
  onGoTo,
  onDelete,
}: NoteItemProps) {
  const { kind, quote, text, state, start, author, abilities, resolvedBy, replies } = note;
  /** What is being written: the text of the note, a reply (null), or the text of a reply. */
  const [writing, setWriting] = useState<'text' | 'reply' | NoteReply['id'] | null>(useWriting(note));
  const item = useRef<HTMLLIElement>(null);
  const isComment = kind === 'comment';
  const time = formatTime(start);

  function close() {
    setWriting(null);
    focusQuietly(item.current);
  }

  return (
    <li
      ref={item}
      tabIndex={-1}
      data-note={note.id}
      aria-current={isWanted || undefined}
      aria-label={`${isComment ? 'Comment' : `Highlight in ${COLOR_NAMES[note.color ?? 'yellow']}`} at ${time}`}
      className={`${noteClass(note)} px-5 py-4 outline-none aria-current:bg-active aria-current:shadow-[inset_3px_0_0_var(--brand-ink)]`}
    >
      <div className="flex items-start gap-2">
        <button
          type="button"
          className="-my-0.5 shrink-0 rounded-md px-1.5 py-0.5 text-sm text-quiet tabular-nums hover:bg-sunken hover:text-ink"
          aria-label={`Play from ${time}`}
          onClick={() => onGoTo(start)}
        >
          {time}
        </button>
        <p className="min-w-0 flex-1 truncate text-sm text-quiet">
          {author.isYou ? 'You' : author.name} · <Ago iso={note.createdAt} />
          {note.editedAt && ' · edited'}
        </p>
        <NoteMenu
          note={note}
          commands={commands}
          onEdit={() => setWriting('text')}
          onDelete={() => onDelete(note)}
        />
      </div>
      <blockquote
        {...languageProps(quote, language)}
        className="mt-1.5 line-clamp-4 border-s-4 border-(--note) ps-3 text-sm wrap-anywhere"
      >
        {isComment ? quote : <mark className="box-decoration-clone bg-(--note) text-ink">{quote}</mark>}
      </blockquote>
      {WORDS_STATE[state] && <p className="mt-1.5 text-sm text-warn-ink">{WORDS_STATE[state]}</p>}
      {writing === 'text' ? (
        <NoteTextForm
          label={isComment ? 'Your comment' : 'Your note'}
          action="Save"
          value={text}
          draft={draftOf(note, 'text')}
          schema={isComment ? NoteText : HighlightText}
          onSave={(next) => commands.update(note, { text: next })}
          onClose={close}
        />
      ) : (
        text && (
          <p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere">
            {text}
          </p>
        )
      )}
      {replies.length > 0 && (
        <ul className="mt-3 space-y-3 border-l pl-3">
          {replies.map((reply) => (
            <ReplyItem
              key={reply.id}
              reply={reply}
              isWriting={writing === reply.id}
              onEdit={() => setWriting(reply.id)}
              onSave={(next) => commands.updateReply(note, reply, next)}
              onClose={close}
              onDelete={() => onDelete({ note, reply })}
            />
          ))}
        </ul>
      )}
      {resolvedBy && (
        <p className="mt-2 flex items-center gap-1.5 text-sm text-good-ink">
          <Check className="size-4" aria-hidden="true" />
          Resolved by {resolvedBy}
        </p>
      )}
      {writing === 'reply' ? (
        <NoteTextForm
          label="Your reply"
          action="Reply"
          value=""
          draft={draftOf(note, 'reply')}
          schema={NoteText}
          onSave={(next) => commands.reply(note, next)}
          onClose={close}
        />
      ) : (
        isComment && (
          <div className="mt-2 -ml-3 flex flex-wrap gap-1">
            {canComment && (
              <Button variant="ghost" size="sm" className="text-quiet" onClick={() => setWriting('reply')}>
                <Reply aria-hidden="true" />
                Reply
              </Button>
            )}
            {abilities.resolve && (
              <Button
                variant="ghost"
                size="sm"
                className="text-quiet"
                onClick={() => commands.resolve(note, resolvedBy === null)}
              >
                {resolvedBy === null ? <Check aria-hidden="true" /> : <RotateCcw aria-hidden="true" />}
                {resolvedBy === null ? 'Resolve' : 'Reopen'}
              </Button>
            )}
          </div>
        )
      )}
    </li>
  );
});

const draftOf = ({ id }: Note, what: 'text' | 'reply') => `${what} of note ${id}`;

/** What was being written when the session was lost. */
function useWriting(note: Note): 'text' | 'reply' | null {
  const isText = useHasDraft(draftOf(note, 'text'), note.text);
  const isReply = useHasDraft(draftOf(note, 'reply'));
  return isText ? 'text' : isReply ? 'reply' : null;
}

interface NoteMenuProps {
  note: Note;
  commands: NoteCommands;
  onEdit: () => void;
  onDelete: () => void;
}

function NoteMenu({ note, commands, onEdit, onDelete }: NoteMenuProps) {
  const { kind, text, abilities } = note;
  if (!abilities.edit && !abilities.delete) return null;
  const edits = kind === 'comment' ? 'Edit comment' : text === '' ? 'Add a note' : 'Edit note';
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="icon"
          className="-my-1.5 -mr-2 size-8.5! text-quiet"
          aria-label={`More for this ${kind}`}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      {abilities.edit && (
        <MenuItem onSelect={onEdit}>
          <Pencil aria-hidden="true" />
          {edits}
        </MenuItem>
      )}
      {abilities.delete && (
        <MenuItem onSelect={onDelete}>
          <Trash2 aria-hidden="true" />
          Delete {kind}
        </MenuItem>
      )}
      {abilities.edit && kind === 'highlight' && (
        <>
          <MenuSeparator />
          <MenuHeading>Color</MenuHeading>
          {NoteColor.options
            .filter((color) => color !== note.color)
            .map((color) => (
              <MenuItem key={color} onSelect={() => commands.recolor(note, color)}>
                <ColorDot color={color} />
                {COLOR_NAMES[color]}
              </MenuItem>
            ))}
        </>
      )}
    </Menu>
  );
}

interface ReplyItemProps {
  reply: NoteReply;
  isWriting: boolean;
  onEdit: () => void;
  onSave: (text: string) => Promise<unknown>;
  onClose: () => void;
  onDelete: () => void;
}

function ReplyItem({ reply, isWriting, onEdit, onSave, onClose, onDelete }: ReplyItemProps) {
  const { author, text, createdAt, editedAt, abilities } = reply;
  return (
    <li>
      <div className="flex items-center gap-2 text-sm text-quiet">
        <p className="min-w-0 flex-1 truncate">
          {author.isYou ? 'You' : author.name} · <Ago iso={createdAt} />
          {editedAt && ' · edited'}
        </p>
        {(abilities.edit || abilities.delete) && (
          <Menu
            trigger={
              <Button
                variant="ghost"
                size="icon"
                className="-my-1.5 -mr-2 size-8.5! text-quiet"
                aria-label="More for this reply"
              >
                <Ellipsis aria-hidden="true" />
              </Button>
            }
          >
            {abilities.edit && (
              <MenuItem onSelect={onEdit}>
                <Pencil aria-hidden="true" />
                Edit reply
              </MenuItem>
            )}
            {abilities.delete && (
              <MenuItem onSelect={onDelete}>
                <Trash2 aria-hidden="true" />
                Delete reply
              </MenuItem>
            )}
          </Menu>
        )}
      </div>
      {isWriting ? (
        <NoteTextForm
          label="Your reply"
          action="Save"
          value={text}
          draft={`text of reply ${reply.id}`}
          schema={NoteText}
          onSave={onSave}
          onClose={onClose}
        />
      ) : (
        <p dir="auto" className="mt-0.5 whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      )}
    </li>
  );
}
