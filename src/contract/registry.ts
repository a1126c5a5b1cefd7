import * as apiKeys from './api-keys.ts';
import * as articles from './articles.ts';
import * as assistants from './assistants.ts';
import * as auth from './auth.ts';
import * as chat from './chat.ts';
import * as clips from './clips.ts';
import * as collectionChat from './collection-chat.ts';
import * as edits from './edits.ts';
import type { Endpoint } from './endpoint.ts';
import * as health from './health.ts';
import * as imports from './imports.ts';
import * as media from './media.ts';
import * as notes from './notes.ts';
import * as podcasts from './podcasts.ts';
import * as presence from './presence.ts';

import * as projects from './projects.ts';
import * as recordings from './recordings.ts';
import * as search from './search.ts';
import * as shares from './shares.ts';
import * as speakerSearch from './speaker-search.ts';
import * as speechEngines from './speech-engines.ts';
import * as speechServer from './speech-server.ts';
import * as summary from './summary.ts';
import * as tokens from './tokens.ts';
import * as transcripts from './transcripts.ts';
import * as uploads from './uploads.ts';
import * as youtube from './youtube.ts';

/** Every endpoint of the interface. Only OpenAPI and tests read it. */
export const endpoints: readonly Endpoint[] = [
  health.getHealth,
  auth.signUp,
  auth.getSignUpState,
  auth.signIn,
  auth.getCurrentUser,
  auth.getPasswordState,
  auth.changePassword,
  auth.signOutEverywhere,
  tokens.listTokens,
  tokens.createToken,
  tokens.revokeToken,
  assistants.listAssistants,
  assistants.disconnectAssistant,
  assistants.getConsent,
  assistants.decideConsent,
  uploads.getUploadLimits,
  uploads.authorizeUpload,
  uploads.listUploadParts,
  uploads.findKnownRecordings,
  uploads.processUpload,
  imports.createFromImport,
  imports.importOntoTranscript,
  recordings.listRecordings,
  recordings.discardRecording,
  podcasts.searchPodcasts,
  podcasts.listEpisodes,
  podcasts.transcribePodcast,
  youtube.searchVideos,
  youtube.transcribeVideo,
  search.searchTranscripts,
  search.searchProject,
  search.searchNotes,
  search.findSimilar,
  transcripts.listTranscripts,
  transcripts.getTranscript,
  transcripts.updateTranscript,
  transcripts.replaceTranscript,
  transcripts.deleteTranscript,
  transcripts.cancelTranscript,
  transcripts.retryTranscript,
  transcripts.getWords,
  transcripts.getWaveform,
  transcripts.transcribeAgain,
  transcripts.listVersions,
  transcripts.restoreVersion,
  edits.editTranscript,
  edits.undoEdit,
  edits.redoEdit,
  edits.listHistory,
  edits.getHistoryEntry,
  edits.restoreEdit,
  speakerSearch.startSpeakerSearch,
  speakerSearch.getSpeakerSearch,
  speakerSearch.applySpeakerSearch,
  speakerSearch.endSpeakerSearch,
  presence.sayPresence,
  presence.endPresence,
  notes.listNotes,
  notes.createNote,
  notes.updateNote,
  notes.deleteNote,
  notes.createReply,
  notes.updateReply,
  notes.deleteReply,
  clips.createClip,
  clips.listClips,
  clips.getClip,
  clips.deleteClip,
  shares.createShare,
  shares.getShare,
  shares.revokeShare,
  shares.getSharedTranscript,
  shares.getSharedWords,
  shares.getSharedWaveform,
  summary.getSummary,
  summary.makeSummary,
  chat.getConversation,
  chat.clearConversation,
  chat.getSuggestions,
  chat.askTranscript,
  chat.stopAnswer,
  chat.getSharedSuggestions,
  chat.askShared,
  projects.listProjects,
  projects.createProject,
  projects.getProject,
  projects.updateProject,
  projects.replaceProject,
  projects.deleteProject,
  projects.listProjectTranscripts,
  projects.assignTranscripts,
  projects.removeProjectTranscript,
  projects.listCollaborators,
  projects.updateCollaborator,
  projects.removeCollaborator,
  projects.listInvitations,
  projects.createInvitation,
  projects.cancelInvitation,
  projects.getInvitation,
  projects.acceptInvitation,
  articles.listArticles,
  articles.getArticle,
  articles.addWebArticle,
  articles.updateArticle,
  articles.deleteArticle,
  collectionChat.getProjectConversation,
  collectionChat.clearProjectConversation,
  collectionChat.getProjectSuggestions,
  collectionChat.askProject,
  collectionChat.stopProjectAnswer,
  collectionChat.getLibraryConversation,
  collectionChat.clearLibraryConversation,
  collectionChat.getLibrarySuggestions,
  collectionChat.askLibrary,
  collectionChat.stopLibraryAnswer,
  speechEngines.listEngines,
  speechServer.getSpeechServer,
  speechServer.saveSpeechServer,
  speechServer.removeSpeechServer,
  speechServer.testSpeechServer,
  apiKeys.getApiKeys,
  apiKeys.saveApiKeys,
  apiKeys.clearApiKeys,
  apiKeys.clearApiKey,
  media.getMediaToken,
  media.getMediaCdnUrl,
];
