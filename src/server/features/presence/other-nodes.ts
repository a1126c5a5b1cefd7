import type { TranscriptId } from '#contract/ids.ts';
import type { NodeBeat, NodePresence } from '../../events/presence-messages.ts';
import { addPerson, type People, type PeopleByTranscript, peopleIn } from './people.ts';

interface OtherNode {
  /** Of its last message that was taken. */
  number: number;
  /** Since its last message, it was asked for everything. */
  isAsked: boolean;
  people: PeopleByTranscript;
  patience: NodeJS.Timeout;
}

interface OtherNodesOptions {
  /** A node that says nothing for so long is forgotten. */
  patienceMs: number;
  onChanged: (transcriptIds: Iterable<TranscriptId>) => void;
  /** Asks a node for everything, because a message was missed. */
  ask: (node: string) => void;
}

/** What the other nodes say about their people. */
export function createOtherNodes({ patienceMs, onChanged, ask }: OtherNodesOptions) {
  const nodes = new Map<string, OtherNode>();

  const forget = (name: string) => {
    const node = nodes.get(name);
    clearTimeout(node?.patience);
    nodes.delete(name);
    if (node) onChanged(node.people.keys());
  };
  const heardOf = (name: string): OtherNode => {
    const known = nodes.get(name);
    known?.patience.refresh();
    if (known) return known;
    const patience = setTimeout(() => forget(name), patienceMs).unref();
    const node: OtherNode = { number: 0, isAsked: false, people: new Map(), patience };
    nodes.set(name, node);
    return node;
  };
  const askOnce = (name: string, node: OtherNode) => {
    if (!node.isAsked) ask(name);
    node.isAsked = true;
  };

  return {
    /** Takes who came, moved or left at another node. */
    hear: (message: NodePresence) => {
      const node = heardOf(message.node);
      if (!message.isWhole && message.number !== node.number + 1) return askOnce(message.node, node);
      node.number = message.number;
      node.isAsked = false;
      if (message.isWhole) {
        onChanged(node.people.keys());
        node.people = new Map();
      }
      apply(node.people, message);
      onChanged(message.entries.map(([transcriptId]) => transcriptId));
    },
    /** Takes a sign that another node still runs. */
    hearBeat: (beat: NodeBeat) => {
      const node = heardOf(beat.node);
      // Asked again with every beat, in case the question was lost.
      node.isAsked = false;
      if (beat.number !== node.number) askOnce(beat.node, node);
    },
    /** Adds the people whom other nodes have in a transcript. */
    addTo: (people: People, transcriptId: TranscriptId) => {
      for (const node of nodes.values())
        for (const [userId, segmentId] of node.people.get(transcriptId) ?? [])
          addPerson(people, userId, segmentId);
    },
    close: () => {
      for (const { patience } of nodes.values()) clearTimeout(patience);
      nodes.clear();
    },
  };
}

function apply(all: PeopleByTranscript, { entries }: NodePresence): void {
  for (const [transcriptId, userId, at] of entries) {
    const people = peopleIn(all, transcriptId);
    if (at === 'gone') people.delete(userId);
    else people.set(userId, at);
    if (people.size === 0) all.delete(transcriptId);
  }
}
