// A payment that came back is known by the bank's code where no text says so; other codes say nothing of that.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { readText } from './read-text.ts';

const mt940 = (code: string, kind = 'NMSC'): string =>
  [
    ':20:STARTUMS',
    ':25:20050550/1234567890',
    ':28C:1/1',
    ':60F:C261101EUR1000,00',
    `:61:2611021102DR133,90${kind}NONREF`,
    `:86:${code}?00SEPA?20SVWZ+RE-2026-0405?32Annegret Vogel`,
    ':62F:C261102EUR866,10',
    '-',
  ].join('\n');

const camt = (code: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>
<Acct><Id><IBAN>DE34200505501234567890</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-01</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">866.10</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-02</Dt></Dt></Bal>
<Ntry><Amt Ccy="EUR">133.90</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt>
<BkTxCd>${code}</BkTxCd><NtryDtls><TxDtls><RmtInf><Ustrd>RE-2026-0405</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`;

const domain = (family: string, sub: string): string =>
  `<Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly></Domn>`;
const own = (code: string): string => `<Prtry><Cd>${code}</Cd><Issr>DK</Issr></Prtry>`;

describe('by the code of the bank', () => {
  for (const [title, text, isReturned] of [
    ['MT940, a returned debit', mt940('109'), true],
    ['MT940, of a company', mt940('108'), true],
    ['MT940, a cheque', mt940('111'), true],
    ['MT940, a transfer that bounced', mt940('159'), true],
    ["MT940, SWIFT's kind", mt940('835', 'NRTI'), true],
    ['MT940, an ordinary debit', mt940('105'), false],
    ['MT940, a transfer', mt940('177'), false],
    ['CAMT, an unpaid debit', camt(domain('IDDT', 'UPDD')), true],
    ['CAMT, a returned transfer', camt(domain('ICDT', 'RRTN')), true],
    ['CAMT, a German code', camt(own('NMSC+109+9034')), true],
    ['CAMT, an ordinary debit', camt(domain('RDDT', 'ESDD')), false],
    ['CAMT, an ordinary German code', camt(own('NDDT+105+109')), false],
  ] satisfies readonly (readonly [string, string, boolean])[])
    test(title, () => {
      const { lines, refused } = readText(text);
      assert.equal(refused, '');
      const [line = assert.fail('no line')] = lines;
      assert.equal(line.signed_minor, -13_390);
      assert.equal(line.description.endsWith(' Reversal'), isReturned, line.description);
    });
});
