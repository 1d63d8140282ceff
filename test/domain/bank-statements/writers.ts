// One account's movements as files of different formats, the way banks write them.
import type { StatementLine } from '../../../src/domain/bank/statements/format.ts';

export const IBAN = 'DE34200505501234567890';

export type Movement = Pick<
  StatementLine,
  'date' | 'signed_minor' | 'description' | 'reference' | 'counterparty' | 'party_account'
>;

const decimal = (minor: number, sign = '.'): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${digits.slice(0, -2)}${sign}${digits.slice(-2)}`;
};
const signed = (minor: number, sign?: string): string => `${minor < 0 ? '-' : ''}${decimal(minor, sign)}`;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const sum = (movements: readonly Movement[]): number =>
  movements.reduce((total, { signed_minor }) => total + signed_minor, 0);

const OPENING = 1_000_000;
const german = (day: string): string => `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(2, 4)}`;

export const toCsv = (movements: readonly Movement[]): string =>
  [
    'Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Kundenreferenz (End-to-End);Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag;Waehrung;Info'.split(
      ';',
    ),
    ...movements.map(({ date, signed_minor, description, reference, counterparty, party_account }) => [
      IBAN,
      german(date),
      german(date),
      '',
      description,
      reference ?? '',
      counterparty ?? '',
      party_account ?? '',
      signed(signed_minor, ','),
      'EUR',
      'Umsatz gebucht',
    ]),
  ]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
    .join('\r\n');

export const toOfx = (movements: readonly Movement[]): string =>
  [
    'OFXHEADER:100',
    'DATA:OFXSGML',
    '',
    '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>',
    '<CURDEF>EUR',
    '<BANKACCTFROM><BANKID>20050550<ACCTID>1234567890</BANKACCTFROM>',
    '<BANKTRANLIST>',
    ...movements.map(({ date, signed_minor, description, reference, counterparty, party_account }) =>
      [
        `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${date.replaceAll('-', '')}<TRNAMT>${signed(signed_minor)}`,
        ...(reference === null ? [] : [`<REFNUM>${escaped(reference)}`]),
        ...(counterparty === null ? [] : [`<NAME>${escaped(counterparty)}`]),
        ...(party_account === null ? [] : [`<BANKACCTTO><ACCTID>${party_account}</BANKACCTTO>`]),
        `<MEMO>${escaped(description)}`,
        '</STMTTRN>',
      ].join('\n'),
    ),
    `</BANKTRANLIST><LEDGERBAL><BALAMT>${signed(OPENING + sum(movements))}</LEDGERBAL>`,
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
  ].join('\n');

const balance = (code: string, minor: number): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${decimal(minor)}</Amt><CdtDbtInd>${minor < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd></Bal>`;

export const toCamt = (movements: readonly Movement[]): string => {
  const entries = movements.map(
    ({ date, signed_minor, description, reference, counterparty, party_account }) => {
      const role = signed_minor > 0 ? 'Dbtr' : 'Cdtr';
      const name = counterparty === null ? '' : `<${role}><Nm>${escaped(counterparty)}</Nm></${role}>`;
      const account =
        party_account === null ? '' : `<${role}Acct><Id><IBAN>${party_account}</IBAN></Id></${role}Acct>`;
      return `<Ntry><Amt Ccy="EUR">${decimal(signed_minor)}</Amt><CdtDbtInd>${signed_minor > 0 ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>${date}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${escaped(reference ?? 'NOTPROVIDED')}</EndToEndId></Refs>
<RltdPties>${name}${account}</RltdPties><RmtInf><Ustrd>${escaped(description)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
    },
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct>
${balance('OPBD', OPENING)}${balance('CLBD', OPENING + sum(movements))}
${entries.join('\n')}
</Stmt></BkToCstmrStmt></Document>`;
};

const pieces = (text: string, width: number): string[] =>
  Array.from({ length: Math.ceil(text.length / width) }, (_, index) =>
    text.slice(index * width, (index + 1) * width),
  );

const mt940Balance = (minor: number): string => `${minor < 0 ? 'D' : 'C'}260301EUR${decimal(minor, ',')}`;

export const toMt940 = (movements: readonly Movement[]): string =>
  [
    ':20:STARTUMS',
    ':25:20050550/1234567890',
    ':28C:1/1',
    `:60F:${mt940Balance(OPENING)}`,
    ...movements.flatMap(({ date, signed_minor, description, reference, counterparty, party_account }) => {
      const day = date.replaceAll('-', '');
      const purpose = `${reference === null ? '' : `EREF+${reference} `}SVWZ+${description}`;
      const fields = [
        '?00',
        ...pieces(purpose, 27).map((piece, index) => `?${index < 10 ? 20 + index : 50 + index}${piece}`),
        ...(party_account === null ? [] : [`?31${party_account}`]),
        ...pieces(counterparty ?? '', 27).map((piece, index) => `?${32 + index}${piece}`),
      ];
      return [
        `:61:${day.slice(2)}${day.slice(4)}${signed_minor > 0 ? 'C' : 'D'}${decimal(signed_minor, ',')}NTRFNONREF`,
        ...pieces(`:86:166${fields.join('')}`, 65),
      ];
    }),
    `:62F:${mt940Balance(OPENING + sum(movements))}`,
    '-',
  ].join('\r\n');

/** Santander Mexico's lines of fixed width. */
export const toEnlace = (movements: readonly Movement[]): string =>
  movements
    .map(({ date, signed_minor, description }) =>
      [
        '65501234567'.padEnd(16),
        `${date.slice(5, 7)}${date.slice(8)}${date.slice(0, 4)}1015`,
        '00001234',
        description.padEnd(40),
        signed_minor < 0 ? '-' : '+',
        String(Math.abs(signed_minor)).padStart(14, '0'),
        '0'.repeat(14),
      ]
        .join('')
        .padEnd(640),
    )
    .join('\n');
