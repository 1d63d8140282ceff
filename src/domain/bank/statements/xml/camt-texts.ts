// What a CAMT entry and the payments in it say in words.
import { RETURNS } from '../../../../../generated/vocabulary/returns.ts';
import type { ReadOptions } from '../format.ts';
import { isReference, joinTexts } from '../line-text.ts';
import type { partyLine } from '../parsed-line.ts';
import { all, type Element, first, textAt } from './tree.ts';

type Texts = Parameters<typeof partyLine>[0];

/** An entry of one payment, or of none that the statement tells of. */
export const readEntryTexts = (
  entry: Element,
  details: Element | undefined,
  isCredit: boolean,
  options: ReadOptions,
): Texts => ({
  description: joinTexts(textAt(entry, 'AddtlNtryInf'), readPurpose(details)),
  reference: readReference(details) || readBatchReference(entry),
  ...readParty(entry, details, isCredit, options),
  added: readAdded(details),
  returned: isReturned(entry, details) || hasReturnCode(entry, details),
});

/** One payment of several: what the bank says of them all is said of the batch. */
export const readPartTexts = (
  entry: Element,
  details: Element,
  isCredit: boolean,
  options: ReadOptions,
): Texts => {
  const purpose = readPurpose(details);
  const party = readParty(entry, details, isCredit, options);
  return {
    description: purpose || (party.counterparty === '' ? textAt(entry, 'AddtlNtryInf') : ''),
    reference: readReference(details),
    ...party,
    added: readAdded(details),
    returned: isReturned(entry, details) || hasReturnCode(entry, details),
  };
};

/** One booking of many payments, as one text. */
export const readBatchTexts = (entry: Element, details: readonly Element[]): Texts => ({
  description: [
    textAt(entry, 'AddtlNtryInf'),
    `${details.length} payments:`,
    ...details.map((each) =>
      joinTexts(
        textAt(
          each,
          'RltdPties/Dbtr/Nm',
          'RltdPties/Dbtr/Pty/Nm',
          'RltdPties/Cdtr/Nm',
          'RltdPties/Cdtr/Pty/Nm',
        ),
        readPurpose(each),
        textAt(each, 'Amt', 'AmtDtls/TxAmt/Amt'),
      ),
    ),
  ]
    .filter((each) => each !== '')
    .join(' '),
  reference: readBatchReference(entry),
  counterparty: '',
  party_account: null,
  party_tax_id: '',
  added: details.flatMap(readAdded),
  returned: isReversal(entry) || hasReturnCode(entry, undefined),
});

const readPurpose = (details: Element | undefined): string => {
  // Banks cut a purpose into pieces of 140 characters or less; a full piece goes on in the next one.
  const lines = all(details, 'RmtInf/Ustrd').map(({ text }) => text);
  const free = lines.reduce(
    (joined, line, index) => joined + ((lines[index - 1]?.length ?? 140) >= 140 ? '' : ' ') + line,
    '',
  );
  return joinTexts(free, textAt(details, 'RmtInf/Strd/CdtrRefInf/Ref'), textAt(details, 'AddtlTxInf'));
};

/** The numbers of the documents that are paid, and why money comes back. */
const readAdded = (details: Element | undefined): readonly string[] => {
  const texts = (...paths: readonly string[]): string[] =>
    paths.flatMap((path) => all(details, path).map(({ text }) => text));
  return [
    ...texts('RmtInf/Strd/RfrdDocInf/Nb', 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Strd/AddtlRmtInf'),
    ...texts('RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry', 'RtrInf/AddtlInf'),
  ];
};

const isReversal = (entry: Element): boolean => /^(?:true|1)$/u.test(textAt(entry, 'RvslInd'));

const isReturned = (entry: Element, details: Element | undefined): boolean =>
  isReversal(entry) || first(details, 'RtrInf') !== undefined;

const FAMILIES: ReadonlySet<string> = new Set(RETURNS.families);
const CODES: ReadonlySet<string> = new Set(RETURNS.gvc);

/** By the bank's code of the transaction: of ISO 20022, or in a German bank's own (`NTRF+109+9034`). */
const hasReturnCode = (entry: Element, details: Element | undefined): boolean =>
  [entry, details].some(
    (each) =>
      FAMILIES.has(textAt(each, 'BkTxCd/Domn/Fmly/SubFmlyCd')) ||
      textAt(each, 'BkTxCd/Prtry/Cd')
        .split('+')
        .slice(0, 2)
        .some((code) => CODES.has(code)),
  );

const readReference = (details: Element | undefined): string =>
  [
    textAt(details, 'Refs/EndToEndId'),
    textAt(details, 'RmtInf/Strd/CdtrRefInf/Ref'),
    textAt(details, 'Refs/InstrId'),
  ].find(isReference) ?? '';

const readBatchReference = (entry: Element): string =>
  [textAt(entry, 'NtryDtls/Btch/PmtInfId', 'NtryDtls/Btch/MsgId')].find(isReference) ?? '';

type Party = Pick<Texts, 'counterparty' | 'party_account' | 'party_tax_id'> & {
  readonly party_account: string;
};

const readParty = (
  entry: Element,
  details: Element | undefined,
  isCredit: boolean,
  { account }: ReadOptions,
): Party => {
  const parties = first(details, 'RltdPties');
  const of = (role: 'Dbtr' | 'Cdtr'): Party => ({
    counterparty: textAt(parties, `${role}/Nm`, `${role}/Pty/Nm`, `Ultmt${role}/Nm`, `Ultmt${role}/Pty/Nm`),
    party_account: textAt(parties, `${role}Acct/Id/IBAN`, `${role}Acct/Id/Othr/Id`),
    party_tax_id: textAt(parties, `${role}/Id/OrgId/Othr/Id`, `${role}/Pty/Id/OrgId/Othr/Id`),
  });
  // A reversal keeps the parties of what it reverses: then the other party is in the other role.
  const turned = isReturned(entry, details);
  const [near, far] = isCredit === turned ? (['Cdtr', 'Dbtr'] as const) : (['Dbtr', 'Cdtr'] as const);
  const isOwn = ({ party_account: number }: Party): boolean =>
    number !== '' && [account.iban, account.clabe].includes(number);
  const [wanted, other] = [of(near), of(far)];
  const isMissing = turned && wanted.counterparty === '' && wanted.party_account === '';
  return (isOwn(wanted) || isMissing) && !isOwn(other) ? other : wanted;
};
