// What a credit note (type E) says in its header, by the SAT's guide: paid at once, in the form of the refund, and with a
// use of its own.
import type { Entity } from '../../base/entity.ts';
import type { Buyer } from '../regime.ts';
import { NO_EFFECTS, useFits } from './cfdi-use.ts';
import { METHOD_AT_ONCE, TYPE_CREDIT } from './codes.ts';
import { chooseReceiver } from './receiver.ts';

/** c_UsoCFDI: returns, discounts and bonuses. */
export const USE_CREDIT = 'G02';

/** c_FormaPago: set off against what is owed; the form of a credit note of which nothing is paid back. */
export const FORM_SET_OFF = '17';

export const creditNoteDetails = (
  seller: Entity,
  buyer: Buyer,
  paymentForm: string,
): Readonly<Record<string, string>> => {
  const { rfc, regime } = chooseReceiver(buyer, seller);
  const named = rfc !== null && rfc.generic === null;
  const fits = named && useFits(USE_CREDIT, regime ?? undefined, rfc.person);
  return {
    cfdi_type: TYPE_CREDIT,
    payment_method: METHOD_AT_ONCE,
    payment_form: paymentForm,
    cfdi_use: fits ? USE_CREDIT : NO_EFFECTS,
  };
};
