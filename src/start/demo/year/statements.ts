// Statement files as the banks of the demo write them.
import { minorText } from '../../../base/money/amount.ts';
import { addDays, type IsoDay } from '../../../base/time/day.ts';
import type { DemoAccount, Move } from './types.ts';

/** The file that the bank offers. */
type Writer = (moves: readonly Move[], account: DemoAccount) => { name: string; text: string };

const figure = (minor: number): string => minorText(Math.abs(minor), 'EUR');
const mexican = (minor: number): string => figure(minor).replaceAll(/\B(?=(\d{3})+(?!\d))(?=.*\.)/g, ',');
const slashed = (day: IsoDay): string => day.split('-').toReversed().join('/');
const quoted = (...cells: readonly string[]): string => cells.map((cell) => `"${cell}"`).join(',');

/** Eleven digits of a CLABE are the account. */
const numberIn = (clabe: string | null | undefined): string => (clabe ?? '').slice(7, 17);

const writeBbva: Writer = (moves, { clabe }) => ({
  name: `bbva-${moves.at(-1)?.day ?? ''}.csv`,
  text: [
    `Cuenta,${numberIn(clabe)}`,
    'Fecha Operación,Concepto,Referencia,Referencia Ampliada,Cargo,Abono,Saldo',
    ...moves.toReversed().map(({ day, minor, text, reference, party, party_account, balance_minor }) => {
      const spei = minor > 0 ? 'SPEI RECIBIDO' : 'SPEI ENVIADO';
      const concept = party === null ? text : `${spei}/${reference}`;
      const more = party === null ? '' : `${text} ${party_account ?? ''} ${party}`;
      const [out, into] = minor < 0 ? [mexican(minor), ''] : ['', mexican(minor)];
      return quoted(slashed(day), concept, reference, more, out, into, mexican(balance_minor));
    }),
  ].join('\n'),
});

const writeBanorte: Writer = (moves, { clabe }) => ({
  name: `banorte-${moves.at(-1)?.day ?? ''}.csv`,
  text: [
    '"Cuenta","Fecha De Operación","Fecha","Referencia","Descripción","Cod. Transac","Sucursal","Depósitos","Retiros","Saldo","Movimiento","Descripción Detallada","Cheque"',
    ...moves.map(({ day, minor, text, reference, balance_minor }, index) => {
      const [into, out] = minor < 0 ? ['-', `$${mexican(minor)}`] : [`$${mexican(minor)}`, '-'];
      const date = slashed(day);
      const balance = `$${mexican(balance_minor)}`;
      return quoted(
        `'${numberIn(clabe)}`,
        date,
        date,
        reference,
        text.slice(0, 30),
        '001',
        '0051',
        into,
        out,
        balance,
        String(5501 + index),
        text,
        '-',
      );
    }),
  ].join('\n'),
});

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const camtBalance = (code: string, minor: number, day: IsoDay): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${figure(minor)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

const camtEntry = ({ day, minor, text, reference, party, party_account }: Move): string => {
  const [mark, side] = minor > 0 ? ['CRDT', 'Dbtr'] : ['DBIT', 'Cdtr'];
  const name = party === null ? '' : `<${side}><Pty><Nm>${escapeXml(party)}</Nm></Pty></${side}>`;
  const account =
    party_account === null ? '' : `<${side}Acct><Id><IBAN>${party_account}</IBAN></Id></${side}Acct>`;
  const parties = party === null ? '' : `<RltdPties>${name}${account}</RltdPties>`;
  return `      <Ntry>
        <Amt Ccy="EUR">${figure(minor)}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${reference}${minor}</AcctSvcrRef>
        <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${parties}<RmtInf><Ustrd>${escapeXml(text)}</Ustrd></RmtInf></TxDtls></NtryDtls>
      </Ntry>`;
};

const writeCamt: Writer = (moves, { iban }) => {
  const [first, last] = [moves[0], moves.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a statement without a line');
  const name = `camt053-${last.day}.xml`;
  return {
    name,
    text: `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>${name}</MsgId></GrpHdr>
    <Stmt>
      <Id>${name}</Id>
      <Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
      ${camtBalance('OPBD', first.balance_minor - first.minor, first.day)}
      ${camtBalance('CLBD', last.balance_minor, last.day)}
${moves.map(camtEntry).join('\n')}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`,
  };
};

const german = (minor: number): string => figure(minor).replace('.', ',');
const short = (day: IsoDay): string => day.slice(2).replaceAll('-', '');

const writeMt940: Writer = (moves, { iban }) => {
  const [first, last] = [moves[0], moves.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a statement without a line');
  const account = iban ?? '';
  const blocks = moves.map(
    ({ day, minor, text, party, party_account }) =>
      `:61:${short(day)}${short(day).slice(2)}${minor > 0 ? 'C' : 'D'}R${german(minor)}NTRFNONREF
:86:${minor > 0 ? '166?00GUTSCHR. UEBERWEISUNG' : '177?00ONLINE-UEBERWEISUNG'}?20SVWZ+${text}${party_account === null ? '' : `?31${party_account}`}${party === null ? '' : `?32${party.slice(0, 27)}`}`,
  );
  return {
    name: `umsaetze-${last.day}.sta`,
    text: `:20:STARTUMS
:25:${account.slice(4, 12)}/${account.slice(12)}
:28C:00001/001
:60F:C${short(addDays(first.day, -1))}EUR${german(first.balance_minor - first.minor)}
${blocks.join('\n')}
:62F:C${short(last.day)}EUR${german(last.balance_minor)}
-
`,
  };
};

const WRITERS: Readonly<Record<DemoAccount['bank'], Writer>> = {
  bbva: writeBbva,
  banorte: writeBanorte,
  camt: writeCamt,
  mt940: writeMt940,
};

export const writeStatement: Writer = (moves, account) => WRITERS[account.bank](moves, account);
