// Reads SW Sapien's reply to a stamping request. Anything that is not understood is unclear.
import { readStamp, type Stamp } from '../../einvoicing/mx-cfdi/stamp.ts';
import { XmlFault } from '../../einvoicing/xml/read.ts';
import { type Answer, isRecord, parseJson, readText } from '../ask.ts';

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
  /** `turnedAway`: refused before the document was read. */
  | { readonly kind: 'unclear'; readonly reason: string; readonly turnedAway?: boolean };

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** `CFDI40161 - …`, `CRP20217 - …` (complement for payments), `307. …`, `302 - …`. */
const CODE = /^\s*(CFDI\d{4,5}|CRP\d{5}|\d{3})\b/;
/** Stamped already, found by the document or by our key. */
const REPEATED: ReadonlySet<string> = new Set(['307', 'CFDI3307']);
/** SAT's rules for the document, its codes for seal and certificate, and its windows of time. */
const DEFINITE = /^(?:CFDI\d{5}|CRP\d{5}|30[1-9]|40[1-3])$/;

const MAX_TEXT = 500;
const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);

export const readReply = (answer: Answer): Reading => {
  const body = parseJson(answer);
  if (!isRecord(body)) return unclear(`HTTP ${answer.status} without JSON`);
  const { data } = body;
  if (body['status'] === 'success') return readStampIn(data, false) ?? stamped(data, '');
  const message = readText(body, 'message') ?? '';
  const detail = readText(body, 'messageDetail');
  const code = CODE.exec(message)?.[1] ?? null;
  if (code !== null && REPEATED.has(code))
    return readStampIn(data, true) ?? stamped(data, `${message} ${detail ?? ''}`);
  // An internal fault of the PAC or refused access says nothing about the document: "401" may be the SAT's window of
  // 72 hours or HTTP's status.
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

const readStampIn = (data: unknown, repeated: boolean): Reading | null => {
  const xml = readText(data, 'tfd') ?? readText(data, 'cfdi');
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
  uuid: readText(data, 'uuid') ?? UUID.exec(text)?.[0] ?? null,
});
