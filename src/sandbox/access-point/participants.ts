// Participants of the sandbox's network. Everybody is on it except three special ones and a range. Each of the three has a second, valid
// id, so that an invoice can be addressed to it: GLNs from GS1's range for examples.

export type Behaviour = 'normal' | 'not_found' | 'fails' | 'reply_lost';

const MAGIC: Readonly<Record<string, Behaviour>> = {
  '404:404': 'not_found',
  '0088:9520000004040': 'not_found',
  '500:500': 'fails',
  '0088:9520000005009': 'fails',
  '408:408': 'reply_lost',
  '0088:9520000004088': 'reply_lost',
};

/** VAT ids whose digits begin with 404 belong to nobody on the network: `9930:DE404833048`. */
const UNREGISTERED = /^99\d\d:[A-Z]{2}404/u;

/**
 * `not_found`: refused as unknown to the network. `fails`: always HTTP 500. `reply_lost`: taken, but the first reply
 * never arrives; a repetition with the same key is answered.
 */
export const chooseBehaviour = (participantId: string): Behaviour =>
  MAGIC[participantId] ?? (UNREGISTERED.test(participantId) ? 'not_found' : 'normal');
