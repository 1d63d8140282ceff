// Why a message found no company, for the operator and for the access point. It says nothing of who is a company here.
import type { SaidSentence } from '../../../../generated/said.ts';
import { toolError, type ToolError } from '../../../base/errors.ts';
import { because, english, say } from '../../../base/said.ts';
import type { Undelivered } from './message.ts';

export interface UndeliveredWords {
  readonly why: string;
  /** For the operator. */
  readonly remedy: string;
}

const REGISTER = say('undelivered_register', {});

const SAID: Readonly<Record<Undelivered, readonly [why: SaidSentence, remedy: SaidSentence]>> = {
  no_envelope: [say('undelivered_no_envelope', {}), say('undelivered_envelope_sent_again', {})],
  unnamed: [say('undelivered_unnamed', {}), say('undelivered_name_company', {})],
  no_participant_id: [say('undelivered_no_participant_id', {}), say('undelivered_envelope_corrected', {})],
  unknown: [say('undelivered_unknown', {}), REGISTER],
  ambiguous: [say('undelivered_ambiguous', {}), say('undelivered_own_account', {})],
  contradictory: [say('undelivered_contradictory', {}), say('undelivered_compare_account', {})],
  registration_changed: [say('undelivered_registration_changed', {}), REGISTER],
  inactive: [say('undelivered_inactive', {}), REGISTER],
  message_id_reused: [say('undelivered_message_id_reused', {}), say('undelivered_new_message_id', {})],
  too_large: [say('undelivered_too_large', {}), say('undelivered_smaller', {})],
  gone: [say('undelivered_gone', {}), say('undelivered_ask_access_point', {})],
};

/** As commands and access points read it. */
export const wordsOf = (reason: Undelivered): UndeliveredWords => {
  const [why, remedy] = SAID[reason];
  return { why: english(why), remedy: english(remedy) };
};

/** As a refusal of who wanted it delivered. */
export const undelivered = (reason: Undelivered): ToolError => {
  const [why, remedy] = SAID[reason];
  const said = { reason: why, remedy };
  return toolError('network_undelivered', { reason: english(why), remedy: english(remedy), said });
};

const isKnown = (reason: string): reason is Undelivered => Object.hasOwn(SAID, reason);

/** Of a stored one, which a later release may have written. */
export const wordsOfStored = (reason: string | null): UndeliveredWords =>
  reason !== null && isKnown(reason) ? wordsOf(reason) : { why: reason ?? '', remedy: '' };

/** The same why, for the details of a refusal. */
export const saidOfStored = (
  reason: string | null,
): { readonly reason: string; readonly said?: { readonly reason: SaidSentence } } =>
  reason !== null && isKnown(reason) ? because(SAID[reason][0]) : { reason: reason ?? '' };
