import { createParser } from 'eventsource-parser';

/** Parses a complete event stream: each event's data (JSON), with the event's name as `type`. */
export function eventsIn(body: string): ({ type: string | undefined } & Record<string, unknown>)[] {
  const events: ({ type: string | undefined } & Record<string, unknown>)[] = [];
  createParser({
    onEvent: ({ event, data }) => events.push({ type: event, ...JSON.parse(data) }),
  }).feed(body);
  return events;
}
