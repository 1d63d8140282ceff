// A world's statement as a file: in a plain layout, or as its bank hands it out. The rows are in the order of the world's
// lines, so that a transaction's `statement_line` finds its truth.
import type { MatchLine } from '../../src/matching/types.ts';
import { dayAs, dayOf } from './days.ts';
import type { World } from './types.ts';

export interface StatementFile {
  readonly name: string;
  readonly content: Buffer;
}

/** Minor units as a decimal with a point; all currencies of the worlds have two places. */
export const decimal = (minor: number): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const thousands = (minor: number): string => decimal(minor).replaceAll(/\B(?=(?:\d{3})+\.)/gu, ',');
const german = (minor: number): string => decimal(minor).replace('.', ',');
const signed = ({ direction, amountMinor }: MatchLine): number =>
  direction === 'credit' ? amountMinor : -amountMinor;

const csv = (rows: readonly (readonly string[])[], separator = ','): string =>
  rows
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
    .join('\r\n')
    .concat('\r\n');

interface Balanced {
  readonly line: MatchLine;
  readonly day: number;
  readonly balanceMinor: number;
}

const withBalances = ({ input, facts }: World): Balanced[] => {
  let balanceMinor = facts.accountBalanceMinor;
  return input.lines.map((line) => {
    balanceMinor += signed(line);
    return { line, day: dayOf(line.date), balanceMinor };
  });
};

const plain = (world: World): string =>
  csv([
    ['Date', 'Description', 'Reference', 'Counterparty', 'Amount', 'Balance'],
    ...withBalances(world).map(({ line, balanceMinor }) => [
      line.date,
      line.description,
      line.reference ?? '',
      line.party ?? '',
      decimal(signed(line)),
      decimal(balanceMinor),
    ]),
  ]);

const banorte = (world: World): string => {
  const head =
    'Cuenta,Fecha De Operación,Fecha,Referencia,Descripción,Cod. Transac,Sucursal,Depósitos,Retiros,Saldo,Movimiento,Descripción Detallada,Cheque';
  const rows = withBalances(world).map(({ line, day, balanceMinor }, index) => {
    const date = dayAs(day, '/', 4);
    const money = `$${thousands(line.amountMinor)}`;
    const credit = line.direction === 'credit';
    return [
      `'${world.facts.ownAccount.slice(-11, -1)}`,
      date,
      date,
      line.reference ?? '0',
      line.description.slice(0, 30),
      credit ? '001' : '002',
      '0051',
      credit ? money : '-',
      credit ? '-' : money,
      `$${thousands(balanceMinor)}`.replace('$-', '-$'),
      String(1_000 + index),
      line.description,
      '-',
    ];
  });
  return `\uFEFF${csv([head.split(','), ...rows])}`;
};

const santander = (world: World): string => {
  const head =
    'Cuenta,Fecha,Hora,Sucursal,Descripción,Importe Cargo,Importe Abono,Saldo,Referencia,Concepto,Descripción Larga';
  const rows = withBalances(world).map(({ line, day, balanceMinor }) => {
    const credit = line.direction === 'credit';
    return [
      `'${world.facts.ownAccount.slice(6, 17)}`,
      dayAs(day, '', 4),
      '12:00',
      '0981',
      line.description.slice(0, 40),
      credit ? '' : decimal(line.amountMinor),
      credit ? decimal(line.amountMinor) : '',
      decimal(balanceMinor),
      line.reference ?? '',
      /CONCEPTO (.*)$/u.exec(line.description)?.[1] ?? '',
      line.description,
    ];
  });
  return csv([head.split(','), ...rows]);
};

const sparkasse = (world: World): string => {
  const head =
    'Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Glaeubiger ID;Mandatsreferenz;Kundenreferenz (End-to-End);Sammlerreferenz;Lastschrift Ursprungsbetrag;Auslagenersatz Ruecklastschrift;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;BIC (SWIFT-Code);Betrag;Waehrung;Info';
  const rows = withBalances(world).map(({ line, day }) => {
    const date = dayAs(day, '.', 2);
    const kind = line.direction === 'credit' ? 'GUTSCHR. UEBERWEISUNG' : 'ONLINE-UEBERWEISUNG';
    const text = line.description.replace(kind, '').trim();
    return [
      world.facts.ownAccount,
      date,
      date,
      kind,
      text,
      '',
      '',
      line.reference ?? '',
      '',
      '',
      '',
      line.party ?? '',
      line.partyAccount ?? '',
      '',
      german(signed(line)),
      'EUR',
      'Umsatz gebucht',
    ];
  });
  return csv([head.split(';'), ...rows], ';');
};

const dkb = (world: World): string => {
  const head =
    'Buchungsdatum;Wertstellung;Status;Zahlungspflichtige*r;Zahlungsempfänger*in;Verwendungszweck;Umsatztyp;IBAN;Betrag (€);Gläubiger-ID;Mandatsreferenz;Kundenreferenz';
  const { ownName, ownAccount } = world.facts;
  const rows = withBalances(world).map(({ line, day }) => {
    const date = dayAs(day, '.', 2);
    const credit = line.direction === 'credit';
    const other = line.party ?? '';
    return [
      date,
      date,
      'Gebucht',
      credit ? other : ownName,
      credit ? ownName : other,
      line.description,
      credit ? 'Eingang' : 'Ausgang',
      line.partyAccount ?? '',
      german(signed(line)),
      '',
      '',
      line.reference ?? '',
    ];
  });
  const preamble = [['Girokonto', ownAccount], [''], ['Kontostand vom 31.12.2026:', '1.000,00 €'], ['']];
  return `\uFEFF${csv([...preamble, head.split(';'), ...rows], ';')}`;
};

const n26 = (world: World): string => {
  const head =
    'Booking Date,Value Date,Partner Name,Partner Iban,Type,Payment Reference,Account Name,Amount (EUR),Original Amount,Original Currency,Exchange Rate';
  const rows = world.input.lines.map((line) => [
    line.date,
    line.date,
    line.party ?? '',
    line.partyAccount ?? '',
    line.direction === 'credit' ? 'Credit Transfer' : 'Debit Transfer',
    line.description,
    'Main Account',
    decimal(signed(line)),
    '',
    '',
    '',
  ]);
  return csv([head.split(','), ...rows]);
};

const commerzbank = (world: World): string => {
  const head = 'Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;IBAN Kontoinhaber';
  const rows = withBalances(world).map(({ line, day }) => {
    const date = dayAs(day, '.', 4);
    const kind = line.direction === 'credit' ? 'Gutschrift' : 'Überweisung';
    return [date, date, kind, line.description, german(signed(line)), 'EUR', world.facts.ownAccount];
  });
  return csv([head.split(';'), ...rows], ';');
};

const LAYOUTS: Readonly<Record<string, { write: (world: World) => string; encoding: 'utf8' | 'latin1' }>> = {
  banorte: { write: banorte, encoding: 'utf8' },
  santander: { write: santander, encoding: 'utf8' },
  sparkasse: { write: sparkasse, encoding: 'latin1' },
  dkb: { write: dkb, encoding: 'utf8' },
  n26: { write: n26, encoding: 'utf8' },
  commerzbank: { write: commerzbank, encoding: 'latin1' },
};

/** In the layout of the world's bank where it has one here, else (or when it is asked for) in the plain one. */
export const toStatementCsv = (world: World, layout: 'bank' | 'plain' = 'bank'): StatementFile => {
  const { bank } = world.facts;
  const found = layout === 'bank' ? LAYOUTS[bank] : undefined;
  if (found === undefined) return { name: 'statement.csv', content: Buffer.from(plain(world), 'utf8') };
  return { name: `${bank}.csv`, content: Buffer.from(found.write(world), found.encoding) };
};
