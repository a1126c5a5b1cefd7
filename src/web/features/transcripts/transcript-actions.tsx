import {
  Ellipsis,
  FileInput,
  History,
  Languages,
  RefreshCw,
  Scissors,
  Share2,
  UserRoundSearch,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { getWords, type Transcript } from '#contract/transcripts.ts';
import { ExportMenu } from '#web/exports/export-menu.tsx';
import { urlOf } from '#web/lib/api.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { useClipRequest } from '#web/lib/use-clip-request.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { CopyButton } from './copy-button.tsx';
import { DeleteButton } from './delete-button.tsx';
import { LazyFindAgainDialog } from './speakers/again/lazy-dialog.tsx';
import { useDialog } from './use-dialog.ts';
import { hasSuggestedSpeakers, SHOW_AS_ONE, SHOW_SUGGESTED, useShowSpeakers } from './use-show-speakers.ts';
import { LazyTranscribeAgainDialog } from './versions/lazy-dialog.tsx';

const ShareDialog = lazily(async () => (await import('./sharing/share-dialog.tsx')).ShareTranscriptDialog);
const VersionsDialog = lazily(async () => (await import('./versions/versions-dialog.tsx')).VersionsDialog);
const ImportDialog = lazily(async () => (await import('#web/imports/import-dialog.tsx')).ImportDialog);
const LanguageDialog = lazily(async () => (await import('./language-dialog.tsx')).LanguageDialog);

interface TranscriptActionsProps {
  transcript: Transcript;
  /** Stands before the others. */
  lead?: ReactNode;
  onJump: (seconds: number) => void;
  onDeleted: () => void;
}

export function TranscriptActions({ transcript, lead, onJump, onDeleted }: TranscriptActionsProps) {
  const { own } = transcript.abilities;
  return (
    <div className="icons-on-phones flex flex-wrap gap-1.5">
      {lead}
      <CopyButton transcript={transcript} />
      <ExportMenu
        transcript={transcript}
        wordsPath={urlOf(getWords.path, { id: transcript.id })}
        onJump={onJump}
      />
      {own && <ShareButton transcript={transcript} />}
      <MoreMenu transcript={transcript} />
      {own && <DeleteButton transcript={transcript} onDeleted={onDeleted} />}
    </div>
  );
}

function ShareButton({ transcript }: Pick<TranscriptActionsProps, 'transcript'>) {
  const dialog = useDialog();
  return (
    <>
      <Button variant="outline" size="sm" onClick={dialog.show}>
        <Share2 aria-hidden="true" />
        <span>Share</span>
      </Button>
      {dialog.wasOpened && (
        <ShareDialog transcript={transcript} open={dialog.isOpen} onOpenChange={dialog.setOpen} />
      )}
    </>
  );
}

function MoreMenu({ transcript }: Pick<TranscriptActionsProps, 'transcript'>) {
  const again = useDialog();
  const imported = useDialog();
  const canListen = transcript.abilities.own && transcript.stage === null && hasRecording(transcript);
  const findAgain = useDialog();
  const versions = useDialog();
  const language = useDialog();
  const clips = useClipRequest();
  const speakers = useShowSpeakers(transcript);
  const canHideSpeakers = transcript.abilities.edit && hasSuggestedSpeakers(transcript);
  return (
    <>
      <Menu
        trigger={
          <Button variant="outline" size="sm" className="px-2.5!" aria-label="More actions">
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        {canListen && (
          <MenuItem onSelect={again.show}>
            <RefreshCw aria-hidden="true" />
            Transcribe again…
          </MenuItem>
        )}
        {canListen && (
          <MenuItem onSelect={imported.show}>
            <FileInput aria-hidden="true" />
            Import text…
          </MenuItem>
        )}
        {canFindSpeakers(transcript) && (
          <MenuItem onSelect={findAgain.show}>
            <UserRoundSearch aria-hidden="true" />
            Find speakers again…
          </MenuItem>
        )}
        {canHideSpeakers && (
          <MenuItem onSelect={speakers.toggle}>
            <UsersRound aria-hidden="true" />
            {transcript.showSpeakers ? SHOW_AS_ONE : SHOW_SUGGESTED}
          </MenuItem>
        )}
        {transcript.abilities.edit && (
          <MenuItem onSelect={language.show}>
            <Languages aria-hidden="true" />
            Language…
          </MenuItem>
        )}
        <MenuItem onSelect={() => clips.open()}>
          <Scissors aria-hidden="true" />
          Clips…
        </MenuItem>
        <MenuItem onSelect={versions.show}>
          <History aria-hidden="true" />
          Versions…
        </MenuItem>
      </Menu>
      {again.wasOpened && (
        <LazyTranscribeAgainDialog
          key={transcript.version}
          transcript={transcript}
          open={again.isOpen}
          onOpenChange={again.setOpen}
        />
      )}
      {imported.wasOpened && (
        <ImportDialog
          key={transcript.version}
          onto={transcript.id}
          open={imported.isOpen}
          onOpenChange={imported.setOpen}
        />
      )}
      {findAgain.wasOpened && (
        <LazyFindAgainDialog
          transcript={transcript}
          open={findAgain.isOpen}
          onOpenChange={findAgain.setOpen}
        />
      )}
      {language.wasOpened && (
        <LanguageDialog transcript={transcript} open={language.isOpen} onOpenChange={language.setOpen} />
      )}
      {versions.wasOpened && (
        <VersionsDialog transcript={transcript} open={versions.isOpen} onOpenChange={versions.setOpen} />
      )}
    </>
  );
}

/** Whether there is a recording here or at its source; a text that was made elsewhere may have none. */
function hasRecording({ mediaUrl, mediaPreparing, sourceUrl, engine }: Transcript): boolean {
  return mediaUrl !== null || mediaPreparing || sourceUrl !== null || engine !== null;
}

/** Whether somebody says something in a recording that is stored here, and the caller may edit the text. */
function canFindSpeakers({ abilities, stage, segmentCount, mediaUrl, mediaPreparing }: Transcript): boolean {
  return abilities.edit && stage === null && segmentCount > 0 && (mediaUrl !== null || mediaPreparing);
}
