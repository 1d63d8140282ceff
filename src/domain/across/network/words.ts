// Why a message found no company, for the operator and for the access point. It says nothing of who is a company here.
import type { Undelivered } from './message.ts';

export interface UndeliveredWords {
  readonly why: string;
  /** For the operator. */
  readonly remedy: string;
}

const REGISTER = 'The operator registers the company: "network register --entity …".';

const WORDS: Readonly<Record<Undelivered, UndeliveredWords>> = {
  no_envelope: {
    why: 'It is no StandardBusinessDocument in UTF-8 with the header of Peppol and an InstanceIdentifier.',
    remedy: 'The access point brings the document in the envelope in which it came.',
  },
  unnamed: {
    why: 'Neither the envelope nor the access point names the receiver.',
    remedy:
      'Give the legal entity at the access point the id of the company as its tenant_id, or say whose it is: "network retry … --entity …".',
  },
  no_participant_id: {
    why: 'What the envelope names as the receiver is no participant id such as 9930:DE123456789.',
    remedy: 'The sender corrects the envelope.',
  },
  unknown: { why: 'Nobody receives here under that participant id or account.', remedy: REGISTER },
  ambiguous: {
    why: 'Several companies have that account at the access point.',
    remedy:
      'Each company has an account of its own: "entity update … --access-point-id", then register it again.',
  },
  contradictory: {
    why: 'The access point names another receiver than the envelope.',
    remedy:
      'Compare the account of the company at the access point with "network receivers", and register it again once they agree.',
  },
  registration_changed: {
    why: 'The participant id is no longer that of the company that was registered with it.',
    remedy: REGISTER,
  },
  inactive: { why: 'The company that receives under that participant id is not active.', remedy: REGISTER },
  message_id_reused: {
    why: 'Another document with that message id came before.',
    remedy: 'The sender sends it again with a new InstanceIdentifier.',
  },
  too_large: {
    why: 'It is larger than what is taken.',
    remedy: 'Get it at the access point and have the sender send a smaller one.',
  },
  gone: {
    why: 'The access point told of it and does not find it.',
    remedy: 'Ask the access point for it by this id, then discard the entry.',
  },
};

export const wordsOf = (reason: Undelivered): UndeliveredWords => WORDS[reason];

/** Of a stored one, which a later release may have written. */
export const wordsOfStored = (reason: string | null): UndeliveredWords =>
  reason !== null && Object.hasOwn(WORDS, reason)
    ? WORDS[reason as Undelivered]
    : { why: reason ?? '', remedy: '' };
