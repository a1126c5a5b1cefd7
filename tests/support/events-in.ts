import { createParser } from 'eventsource-parser';

/** The events of a stream that was read to its end: what the data say, and their name as `type`. */
export function eventsIn(body: string): ({ type: string | undefined } & Record<string, unknown>)[] {
  const events: ({ type: string | undefined } & Record<string, unknown>)[] = [];
  createParser({
    onEvent: ({ event, data }) => events.push({ type: event, ...JSON.parse(data) }),
  }).feed(body);
  return events;
}
