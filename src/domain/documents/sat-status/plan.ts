// When the SAT is asked about a received CFDI, and what its answers mean.
import type { ReceivedRule } from '../../../../generated/received.ts';
import { dayIn } from '../../../base/time/day.ts';
import { issue } from '../../../receiving/issue.ts';
import type { ReadingIssue } from '../../../receiving/reading.ts';

/** What the SAT answered: its own words, empty where it says nothing. */
export interface SatAnswer {
  /** Vigente, Cancelado, No Encontrado. */
  readonly state: string;
  readonly cancellation: string;
  readonly cancellable: string;
  /** ValidacionEFOS: 200 where the issuer is on no list of article 69-B. */
  readonly efos: string;
}

const HOUR_MS = 3_600_000;
/** A document may be unknown to the SAT for so long after it was stamped. */
export const NEW_HOURS = 72;
const NOT_FOUND_MS = 6 * HOUR_MS;
const PENDING_MS = 24 * HOUR_MS;
const MONTH_MS = 30 * 24 * HOUR_MS;
/** After a failure: 5 minutes, doubled each time, at most six hours. */
const RETRY_MS = 300_000;
const MOST_DOUBLINGS = 6;

export const isCancelled = (state: string): boolean => /^cancelado$/i.test(state);
const isInForce = (state: string): boolean => /^vigente$/i.test(state);
const isPending = (cancellation: string): boolean => /en proceso/i.test(cancellation);

/** When to ask again; null where the answer is final: nothing that is cancelled comes back. */
export const nextAsk = (
  { state, cancellation }: Pick<SatAnswer, 'state' | 'cancellation'>,
  { now, arrived }: { readonly now: Date; readonly arrived: Date },
): Date | null => {
  if (isCancelled(state)) return null;
  const isNew = now.getTime() - arrived.getTime() < NEW_HOURS * HOUR_MS;
  const wait =
    isPending(cancellation) || (!isInForce(state) && !isNew)
      ? PENDING_MS
      : isInForce(state)
        ? MONTH_MS
        : NOT_FOUND_MS;
  return new Date(now.getTime() + wait);
};

export const nextTry = (failures: number, now: Date): Date =>
  new Date(now.getTime() + RETRY_MS * 2 ** Math.min(failures - 1, MOST_DOUBLINGS));

/** As it is stored; moments as ISO text, null what was never answered. */
export interface KnownStatus {
  readonly state: string | null;
  readonly cancellation: string | null;
  readonly efos: string | null;
  readonly arrived_at: Date;
  readonly asked_at: Date | null;
  readonly unchecked_since: Date | null;
  /** A stand-in answered, whose words are not those of the SAT. */
  readonly sandbox: boolean | null;
}

/** On a list of article 69-B; an absent answer says nothing. */
const isListed = (efos: string | null): boolean => efos !== null && efos !== '' && efos !== '200';

/** Every rule that an answer, or silence, leads to. */
export const STATUS_RULES: ReadonlySet<string> = new Set([
  'status_unchecked',
  'sat_cancelled',
  'sat_cancellation_pending',
  'sat_not_found_yet',
  'sat_not_found',
  'sat_issuer_listed',
  'sandbox_answered',
  'sandbox_cancelled',
] satisfies ReceivedRule[]);

/** What a person has to know, by the days of the zone; a status that could not be asked is never clean. */
export const statusIssues = (
  known: KnownStatus,
  uuid: string,
  { now, zone }: { readonly now: Date; readonly zone: string },
): readonly ReadingIssue[] => {
  const { state, cancellation, efos, arrived_at, asked_at, unchecked_since } = known;
  const dayOf = (moment: Date): string => dayIn(zone, moment);
  const issues: ReadingIssue[] = [];
  if (unchecked_since !== null || asked_at === null)
    issues.push(issue('status_unchecked', { since: dayOf(unchecked_since ?? arrived_at) }));
  if (state !== null && asked_at !== null && known.sandbox === true) {
    const asked = dayOf(asked_at);
    const told = [state, cancellation ?? ''].filter((text) => text !== '').join(', ');
    const answer = isCancelled(state)
      ? issue('sandbox_cancelled', { uuid, asked })
      : issue('sandbox_answered', { asked, state: told });
    return [...issues, answer];
  }
  if (state !== null && asked_at !== null) {
    const asked = dayOf(asked_at);
    if (isCancelled(state)) issues.push(issue('sat_cancelled', { uuid, asked }));
    else if (isPending(cancellation ?? '')) issues.push(issue('sat_cancellation_pending', { asked }));
    else if (!isInForce(state))
      issues.push(
        now.getTime() - arrived_at.getTime() < NEW_HOURS * HOUR_MS
          ? issue('sat_not_found_yet', { asked })
          : issue('sat_not_found', { asked }),
      );
  }
  if (isListed(efos)) issues.push(issue('sat_issuer_listed', { code: efos ?? '' }));
  return issues;
};
