// What an endpoint is to be, checked before anything changes.
import { DELIVERED_EVENTS } from '../../../generated/events.ts';
import { suggestion } from '../../base/closest.ts';
import { Forbidden } from '../../base/net/guard.ts';
import { ALL_EVENTS } from '../outgoing/kinds.ts';
import type { WebhookParts } from './parts.ts';
import { WebhookRefusal } from './refusal.ts';

const RECORDS: readonly string[] = [...new Set(DELIVERED_EVENTS.map((event) => `${event.split('.')[0]}.*`))];
const KNOWN: readonly string[] = [ALL_EVENTS, ...RECORDS, ...DELIVERED_EVENTS];

/** Names of events, `invoice.*`, or `*`; sorted, each once. */
export const checkEvents = (chosen: readonly string[]): string[] => {
  const words = [...new Set(chosen.map((word) => word.trim()).filter((word) => word !== ''))].sort();
  const stray = words.find((word) => !KNOWN.includes(word));
  if (stray !== undefined)
    throw new WebhookRefusal(
      'events',
      `There is no event "${stray}" that webhooks deliver.${suggestion(stray, KNOWN)} Give names such as invoice.filed, invoice.* or ${ALL_EVENTS}.`,
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
      throw new WebhookRefusal('url', `The address cannot be used. ${error.message}`);
    if ((error as NodeJS.ErrnoException).code === undefined || error instanceof WebhookRefusal) throw error;
    return refuseLong(guard.parse(text.trim()).href);
  }
};

const refuseLong = (href: string): string => {
  if (href.length > MAX_LENGTH)
    throw new WebhookRefusal(
      'url',
      `The address has ${href.length} characters; at most ${MAX_LENGTH} are kept.`,
    );
  return href;
};
