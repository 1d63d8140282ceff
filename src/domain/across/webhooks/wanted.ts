// What an endpoint is to be, checked before anything changes.
import { DELIVERED_EVENTS } from '../../../../generated/events.ts';
import { suggestion } from '../../../base/closest.ts';
import { Forbidden } from '../../../base/net/guard.ts';
import { ALL_EVENTS } from '../../ground/outbox/kinds.ts';
import { say } from '../../../base/said.ts';
import type { WebhookParts } from './parts.ts';
import { WebhookRefusal } from './refusal.ts';

/** Each stands for several. */
export const EVENT_GROUPS: readonly string[] = [
  ALL_EVENTS,
  ...new Set(DELIVERED_EVENTS.map((event) => `${event.split('.')[0]}.*`)),
];
const KNOWN: readonly string[] = [...EVENT_GROUPS, ...DELIVERED_EVENTS];

export interface UnknownEvent {
  readonly word: string;
  readonly suggestion: string;
}

/** The first that webhooks do not deliver. */
export const unknownEvent = (chosen: readonly string[]): UnknownEvent | undefined => {
  const word = chosen.find((each) => !KNOWN.includes(each));
  return word === undefined ? undefined : { word, suggestion: suggestion(word, KNOWN) };
};

/** Names of events, `invoice.*`, or `*`; sorted, each once. */
export const checkEvents = (chosen: readonly string[]): string[] => {
  const words = [...new Set(chosen.map((word) => word.trim()).filter((word) => word !== ''))].sort();
  const stray = unknownEvent(words);
  if (stray !== undefined)
    throw new WebhookRefusal(
      'events',
      `There is no event "${stray.word}" that webhooks deliver.${stray.suggestion} Give names such as invoice.filed, invoice.* or ${ALL_EVENTS}.`,
    );
  if (words.length === 0)
    throw new WebhookRefusal(
      'events',
      `Name at least one event, such as invoice.filed, invoice.* or ${ALL_EVENTS}.`,
    );
  return words.includes(ALL_EVENTS) ? [ALL_EVENTS] : words;
};

const MAX_LENGTH = 2_000;

/** The address as it is kept, if it may be called. A name that is not in DNS yet is taken: what it is to be is checked at each delivery. */
export const checkUrl = async ({ guard }: Pick<WebhookParts, 'guard'>, text: string): Promise<string> => {
  try {
    const url = guard.parse(text.trim());
    await guard.resolve(url);
    return refuseLong(url.href);
  } catch (error) {
    if (error instanceof Forbidden)
      throw new WebhookRefusal('url', say('webhook_url_unusable', { why: error.said }), error.said);
    if ((error as NodeJS.ErrnoException).code === undefined || error instanceof WebhookRefusal) throw error;
    return refuseLong(guard.parse(text.trim()).href);
  }
};

const refuseLong = (href: string): string => {
  if (href.length > MAX_LENGTH)
    throw new WebhookRefusal('url', say('webhook_url_long', { count: href.length, most: MAX_LENGTH }));
  return href;
};
