// c_RegimenFiscal and c_UsoCFDI as the SAT prints them, typed for the tests: what the service takes from a package is
// compared with this.

export const COMPANY_REGIMES = ['601', '603', '610', '620', '622', '623', '624', '626'];
export const PERSON_REGIMES = [
  '605',
  '606',
  '607',
  '608',
  '610',
  '611',
  '612',
  '614',
  '615',
  '616',
  '621',
  '625',
  '626',
];

const BUSINESS = '601 603 606 612 620 621 622 623 624 625 626';
const DEDUCTION = '605 606 607 608 611 612 614 615 625';
const ALL = '601 603 605 606 607 608 610 611 612 614 615 616 620 621 622 623 624 625 626';

/** The use, the regimes that it fits, and whether only natural persons have it. */
export const USES: readonly (readonly [string, string, boolean])[] = [
  ['G01', BUSINESS, false],
  ['G02', `${BUSINESS} 616`, false],
  ['G03', BUSINESS, false],
  ...['I01', 'I02', 'I03', 'I04', 'I05', 'I06', 'I07', 'I08'].map((code) => [code, BUSINESS, false] as const),
  ...['D01', 'D02', 'D03', 'D04', 'D05', 'D06', 'D07', 'D08', 'D09', 'D10'].map(
    (code) => [code, DEDUCTION, true] as const,
  ),
  ['S01', ALL, false],
  ['CP01', ALL, false],
  ['CN01', '605', true],
];

export const usesOf = (regime: string, isCompany: boolean): ReadonlySet<string> =>
  new Set(
    USES.filter(
      ([, regimes, isPersonal]) => regimes.split(' ').includes(regime) && !(isPersonal && isCompany),
    ).map(([code]) => code),
  );

/** Without those of payments and payroll. */
export const invoiceUsesOf = (regime: string, isCompany: boolean): ReadonlySet<string> =>
  new Set([...usesOf(regime, isCompany)].filter((code) => code !== 'CP01' && code !== 'CN01'));
