// Participants of the sandbox's network. Everybody is on it but three, which behave as their names say. Each has a
// second name of valid form, so that an invoice of the books can be addressed to it: GLNs of GS1's range for examples.

export type Behaviour = 'normal' | 'not_found' | 'fails' | 'reply_lost';

const MAGIC: Readonly<Record<string, Behaviour>> = {
  '404:404': 'not_found',
  '0088:9520000004040': 'not_found',
  '500:500': 'fails',
  '0088:9520000005009': 'fails',
  '408:408': 'reply_lost',
  '0088:9520000004088': 'reply_lost',
};

/**
 * `not_found`: refused, the network does not know it. `fails`: HTTP 500, whatever is sent. `reply_lost`: taken, but the
 * first reply never arrives; sending again with the same key is answered.
 */
export const behaviourOf = (participantId: string): Behaviour => MAGIC[participantId] ?? 'normal';
