import { type Random, seededRandom } from './random.ts';
import type { Line } from './transcripts.ts';

export interface LongTalkOptions {
  words: number;
  seed: number;
  speakers?: readonly string[];
}

// Parts of a talk about many subjects, which combine into any number of different sentences to search through.
const SUBJECTS =
  `the whole team|our supplier in Gdansk|my old neighbour|the second group|the driver|a friend of mine|the new teacher|the committee
the owner of the farm|the night shift|this customer|the museum|my cousin Helen|the research station|the mayor|the orchestra|our landlord|the intern
the sales department|the weather service|a young engineer|the publisher|the coach|the insurance company|the translator|the library`.split(
    /[|\n]/,
  );
const VERBS =
  `has changed|talked about|wanted to understand|paid for|looked after|wrote a letter about|was late with|finally found|complained about|prepared
promised|measured|painted|sold|borrowed|forgot about|explained|recorded|collected|repaired|opened|tested|planned|counted|described|refused`.split(
    /[|\n]/,
  );
const OBJECTS =
  `the wooden stairs|a box of photographs|the budget for the second half|the heating in the hall|three different versions of the map|the annual survey
the price of the tickets|a small boat|the contract with the printer|the list of names|the winter timetable|a recipe with lentils|the old piano|the samples from the river
the window frames|the plan for the courtyard|the garden behind the station|a story about a lost dog|the phone system|two hundred chairs|the new software|the training
the results of the exam|a bridge for hikers|the fruit trees|the sound of the recording|the bread for the party|the cost of the move|the water level|the sleeping car`.split(
    /[|\n]/,
  );
const TIMES =
  `on Monday|last summer|in the afternoon|after the holidays|two weeks ago|before the meeting|every year|in 2019|around noon|at the end of the week
during the storm|for about an hour|since March|by the end of the month|ten minutes later|in the evening`.split(
    /[|\n]/,
  );
const REASONS =
  `because nobody else had the time|since it was cheaper that way|although it wasn't easy|and that surprised everybody|which took longer than we thought
because the road was closed|so the others could go home|and I think that was right|but we should check it again|and it cost less than expected
because the door was locked|and they were proud of it|which I only heard later|so we need to ask again|and then it started to rain`.split(
    /[|\n]/,
  );
const ASIDES =
  `Well, you know how it is.|That is what I remember, anyway.|Anyway, where was I?|It was a good day.|We laughed a lot about it.|I have to look that up.
Does that make sense?|Let me give you another example.|Yeah, exactly.|No, not really.|So that was that.`.split(
    /[|\n]/,
  );

/** Generates lines of one to three sentences with about this many words in total; the same seed gives the same lines. */
export function longTalk({
  words,
  seed,
  speakers = ['Speaker 1', 'Speaker 2', 'Speaker 3'],
}: LongTalkOptions): Line[] {
  const random = seededRandom(seed);
  const lines: Line[] = [];
  let speaker = random.pick(speakers);
  for (let count = 0; count < words; ) {
    if (random.chance(0.3)) speaker = random.pick(speakers);
    const text = Array.from({ length: 1 + random.below(3) }, () => sentence(random)).join(' ');
    lines.push({ speaker, text });
    count += text.split(' ').length;
  }
  return lines;
}

function sentence(random: Random): string {
  if (random.chance(0.15)) return random.pick(ASIDES);
  const subject = random.pick(SUBJECTS);
  const parts = [subject, random.pick(VERBS), random.pick(OBJECTS), random.pick(TIMES)];
  if (random.chance(0.5)) parts.push(random.pick(REASONS));
  const text = parts.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
