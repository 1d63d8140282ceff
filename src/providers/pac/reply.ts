// What a reply of SW Sapien to a stamping request says. Only what is understood counts; all else is unclear.
import { readStamp, type Stamp } from '../../einvoicing/mx-cfdi/stamp.ts';
import { XmlFault } from '../../einvoicing/xml/read.ts';
import { type Answer, isRecord, jsonOf, textOf } from '../ask.ts';

export type Reading =
  | { readonly kind: 'stamp'; readonly stamp: Stamp; readonly repeated: boolean }
  /** Stamped earlier, but the reply lacks the stamp; it can be fetched if the UUID is known. */
  | { readonly kind: 'stamped'; readonly uuid: string | null }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly detail: string | null;
    }
  /** `turnedAway`: at the door, before anybody read the document. */
  | { readonly kind: 'unclear'; readonly reason: string; readonly turnedAway?: boolean };

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** `CFDI40161 - …`, `307. …`, `302 - …`. */
const CODE = /^\s*(CFDI\d{4,5}|\d{3})\b/;
/** Stamped already: by the document, by our key. */
const REPEATED: ReadonlySet<string> = new Set(['307', 'CFDI3307']);
/** SAT's rules for the document, its codes for seal and certificate, and its windows of time. */
const DEFINITE = /^(?:CFDI\d{5}|30[1-9]|40[1-3])$/;

const MAX_TEXT = 500;
const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);

export const readReply = (answer: Answer): Reading => {
  const body = jsonOf(answer);
  if (!isRecord(body)) return unclear(`HTTP ${answer.status} without JSON`);
  const { data } = body;
  if (body['status'] === 'success') return stampOf(data, false) ?? stamped(data, '');
  const message = textOf(body, 'message') ?? '';
  const detail = textOf(body, 'messageDetail');
  const code = CODE.exec(message)?.[1] ?? null;
  if (code !== null && REPEATED.has(code))
    return stampOf(data, true) ?? stamped(data, `${message} ${detail ?? ''}`);
  // A fault of the PAC's own, or a door that stays shut, says nothing of the document, whatever it says: "401" may be
  // the window of 72 hours or HTTP's own word.
  if (answer.status >= 500) return unclear(`HTTP ${answer.status}: ${short(message)}`);
  if (answer.status === 401 || answer.status === 403)
    return { ...unclear('that it does not accept the token or the credentials'), turnedAway: true };
  if (code !== null && DEFINITE.test(code)) {
    return {
      kind: 'refused',
      code,
      message: short(message),
      detail: detail === null ? null : short(detail),
    };
  }
  return unclear(`HTTP ${answer.status}: ${short(message === '' ? 'no message' : message)}`);
};

const unclear = (reason: string): Extract<Reading, { kind: 'unclear' }> => ({
  kind: 'unclear',
  reason: `the PAC answered ${reason}`,
});

const stampOf = (data: unknown, repeated: boolean): Reading | null => {
  const xml = textOf(data, 'tfd') ?? textOf(data, 'cfdi');
  if (xml === null) return null;
  try {
    const stamp = readStamp(xml);
    return stamp === null ? null : { kind: 'stamp', stamp, repeated };
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    return unclear('a stamp that is not XML');
  }
};

const stamped = (data: unknown, text: string): Reading => ({
  kind: 'stamped',
  uuid: textOf(data, 'uuid') ?? UUID.exec(text)?.[0] ?? null,
});
