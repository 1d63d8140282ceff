// Statement files: the largest that a call takes, and hostile ones.
import { type Caller, type Kind, toolKind } from './loop-calls.ts';

export const statement = (rows: number, round: number): string =>
  `Fecha,Descripción,Cargo,Abono\n${Array.from(
    { length: rows },
    (_, at) =>
      `${String(1 + (at % 28)).padStart(2, '0')}/0${1 + (at % 6)}/2026,Pago ${round} ${at % 999},,${at}.10\n`,
  ).join('')}`;

const ofx = (rows: number, round: number): string =>
  `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>MXN<BANKTRANLIST>${Array.from(
    { length: rows },
    (_, at) =>
      `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>202605${String(1 + (at % 28)).padStart(2, '0')}<TRNAMT>${at}.10<FITID>${round}-${at}<NAME>Pago ${at}</STMTTRN>`,
  ).join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

/** Of what a call can hold. */
const HOSTILE: Readonly<Record<string, string>> = {
  quotes: `a,b\n${'"'.repeat(450_000)}`,
  commas: `Fecha,Importe\n${','.repeat(900_000)}`,
  'deep XML': '<a>'.repeat(300_000),
  'OFX without ends': `OFXHEADER:100\n<OFX>${'<STMTTRN>'.repeat(90_000)}`,
  blanks: `${' '.repeat(450_000)}x${'\n'.repeat(200_000)}`,
  'MT940 of colons': `:20:A\n${':61:'.repeat(200_000)}`,
  digits: `Fecha,Importe\n01/02/2026,${'1'.repeat(900_000)}`,
};

const mt940 = (rows: number, round: number): string =>
  `:20:START\n:25:MX/0123456789\n:28C:${round}/1\n:60F:C260101MXN0,00\n${Array.from(
    { length: rows },
    (_, at) =>
      `:61:2605${String(1 + (at % 28)).padStart(2, '0')}C${at},10NTRF${round}-${at}\n:86:Pago ${at % 999}\n`,
  ).join('')}:62F:C260531MXN0,00\n-`;

const camt = (rows: number): string =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>DE75512108001245126199</IBAN></Id><Ccy>MXN</Ccy></Acct>${Array.from(
    { length: rows },
    (_, at) =>
      `<Ntry><Amt Ccy="MXN">${at}.10</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-05-${String(1 + (at % 28)).padStart(2, '0')}</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>Pago ${at % 999}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  ).join('')}</Stmt></BkToCstmrStmt></Document>`;

const MORE_HOSTILE: Readonly<Record<string, string>> = {
  'one line': 'a'.repeat(950_000),
  '200,000 lines': `Fecha,Importe\n${'a,1\n'.repeat(200_000)}`,
  '10,000 columns': `${'a,'.repeat(10_000)}\n${`${'1,'.repeat(10_000)}\n`.repeat(40)}`,
  entities: `<?xml version="1.0"?><!DOCTYPE a [${'<!ENTITY b "&c;&c;">'.repeat(20_000)}]><Document>${'&b;'.repeat(180_000)}</Document>`,
  'semicolons and quotes': `a;b\n${'";"'.repeat(300_000)}`,
};

export const statementKinds = (caller: Caller): readonly Kind[] => {
  const account = { entity_id: caller.records['entity'], bank_account_id: caller.records['account'] };
  const kind = toolKind(caller);
  const dry = (name: string, content: (round: number) => string, isHostile = false): Kind =>
    toolKind(caller, isHostile)(`import_statement, ${name}`, 'large', 'import_statement', (round) => ({
      ...account,
      content: content(round),
      dry_run: true,
    }));
  return [
    dry('CSV of 18,000 rows, dry', (round) => statement(18_000, round)),
    kind('import_statement, CSV of 5,000 rows', 'large', 'import_statement', (round) => ({
      ...account,
      content: statement(5_000, round),
    })),
    dry('OFX of 8,000 rows, dry', (round) => ofx(8_000, round)),
    dry('MT940 of 12,000 rows, dry', (round) => mt940(12_000, round)),
    dry('CAMT of 4,000 rows, dry', () => camt(4_000)),
    ...Object.entries({ ...HOSTILE, ...MORE_HOSTILE }).map(([name, content]) =>
      dry(name, () => content, true),
    ),
  ];
};
