import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { TokenScope } from '#contract/token-scopes.ts';
import type { Actor } from '../../auth/actor.ts';
import { VERSION } from '../../version.ts';
import { ASK_TOOL } from './ask-tool.ts';
import { CHANGE_TOOLS } from './change-tools.ts';
import { LIST_TOOLS } from './list-tools.ts';
import { PLAY_TOOL } from './play-tool.ts';
import { addPrompts } from './prompts.ts';
import { READ_TOOLS } from './read-tools.ts';
import { addResources } from './resources.ts';
import { SEARCH_TOOLS } from './search-tools.ts';
import { type Assistant, MATERIAL_NOTICE, type Tool } from './tool.ts';
import { TRANSCRIBE_TOOLS } from './transcribe-tools.ts';

const INSTRUCTIONS = `Tapescript holds a person's recordings as transcripts with times and speakers, in a library and in projects, with articles beside them. Find with search, list_transcripts and list_projects; read with get_transcript, get_summary and get_article. When you quote or report what was said, add the link to its moment, which plays it. ${MATERIAL_NOTICE}`;

const TOOLS: readonly Tool[] = [
  ...SEARCH_TOOLS,
  ...LIST_TOOLS,
  ...READ_TOOLS,
  ASK_TOOL,
  ...TRANSCRIBE_TOOLS,
  ...CHANGE_TOOLS,
  PLAY_TOOL,
];

/** The scopes that an assistant which has signed in lacks for the tool that it calls: it can ask its person for them. */
export function scopesMissing(actor: Actor, body: unknown): TokenScope[] {
  if (actor.via !== 'token' || actor.token.kind !== 'assistant') return [];
  const { success, data } = ToolCall.safeParse(body);
  const called = success ? TOOLS.find(({ name }) => name === data.params.name) : undefined;
  const { scopes } = actor.token;
  return TokenScope.options.filter((scope) => called?.scopes.includes(scope) && !scopes.includes(scope));
}

const ToolCall = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) });

/** Answers one request of an assistant, whose body has been parsed. Nothing is kept from one request to the next. */
export function answerAssistant(assistant: Assistant, request: Request, body: unknown): Promise<Response> {
  const handler = createMcpHandler(() => serverFor(assistant), {
    // Nothing here changes while a client listens.
    maxSubscriptions: 0,
    // What clients send wrong is no fault of ours.
    onerror: (err) => assistant.log.debug({ err }, 'request of an assistant refused'),
  });
  return handler.fetch(request, { parsedBody: body });
}

function serverFor(assistant: Assistant): McpServer {
  const server = new McpServer(
    { name: 'tapescript', title: 'Tapescript', version: VERSION, websiteUrl: assistant.links.home },
    {
      instructions: INSTRUCTIONS,
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
    },
  );
  for (const each of TOOLS) if (each.isFor(assistant.actor)) each.addTo(server, assistant);
  addResources(server, assistant);
  addPrompts(server, assistant);
  return server;
}
