// Messages about documents of ours: what a customer says of an invoice (invoice response), or the network of a message
// (message level status and response). Both are an ApplicationResponse of UBL.
import { issue } from '../issue.ts';
import { keptAs } from '../kept.ts';
import type { Reading } from '../reading.ts';
import { readUblParty } from '../ubl/party.ts';
import { type Tree, all, first, textAt, texts } from '../xml/tree.ts';
import type { Values } from './values.ts';

/** UNCL 4343: acknowledged, in process, under query, accepted with conditions, rejected, accepted, paid. */
const INVOICE_STATES = ['AB', 'IP', 'UQ', 'CA', 'RE', 'AP', 'PD'];
const MESSAGE_STATES = ['AB', 'AP', 'RE'];

const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d/u;

const timeOf = (text: string | null): string | null => TIME.exec(text ?? '')?.[0] ?? null;

/** T111 and T71 of Peppol BIS 3, and MLS 1.0. Others answer orders, catalogues or what a country has of its own. */
const LEVELS = [
  [/:invoice_response:/iu, 'invoice'],
  [/:(?:mlr|mls):/iu, 'message'],
] as const;

const levelOf = (profile: string): 'invoice' | 'message' | undefined =>
  LEVELS.find(([named]) => named.test(profile))?.[1];

const reasonsOf = (answer: Tree | undefined) => [
  ...all(answer, 'Response/Status').map((status) => ({
    code: textAt(status, 'StatusReasonCode') ?? textAt(status, 'ConditionCode'),
    text: textAt(status, 'StatusReason'),
  })),
  ...texts(answer, 'Response/Description').map((text) => ({ code: null, text })),
  ...all(answer, 'LineResponse/Response').map((line) => ({
    code: textAt(line, 'Status/StatusReasonCode') ?? textAt(line, 'ResponseCode'),
    text: textAt(line, 'Description') ?? textAt(line, 'Status/StatusReason'),
  })),
];

export const readResponse = (root: Tree, values: Values): Reading => {
  const profile = textAt(root, 'CustomizationID');
  const [answer, another] = all(root, 'DocumentResponse');
  if (another !== undefined) values.tell(issue('en_response_several'));
  const level = levelOf(profile ?? '');
  if (level === undefined)
    return keptAs('unknown', 'xml', [issue('en_response_profile', { profile: profile ?? '' })], { profile });
  const status = textAt(answer, 'Response/ResponseCode') ?? '';
  const known = level === 'invoice' ? INVOICE_STATES : MESSAGE_STATES;
  if (!known.includes(status)) values.tell(issue('en_response_status', { status }));
  return {
    kind: 'invoice_response',
    format: level === 'invoice' ? 'invoice_response' : 'message_status',
    profile,
    document: null,
    proof: null,
    response: {
      id: textAt(root, 'ID'),
      issueDate: values.day(root, 'IssueDate', 'IssueDate'),
      issueTime: timeOf(textAt(root, 'IssueTime')),
      status,
      level,
      reasons: reasonsOf(answer),
      documentNumber: textAt(answer, 'DocumentReference/ID'),
      documentType: textAt(answer, 'DocumentReference/DocumentTypeCode'),
      documentDate: values.day(answer, 'DocumentReference/IssueDate', 'DocumentReference/IssueDate'),
      sender: readUblParty(first(root, 'SenderParty')),
      receiver: readUblParty(first(root, 'ReceiverParty')),
    },
    seals: null,
    files: [],
    issues: values.issues,
  };
};
