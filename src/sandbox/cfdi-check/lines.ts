// CFDI40162 to 40186: the nodes Concepto and their taxes.
import { isPositive } from '../../base/money/decimal.ts';
import { isProduct, isTaxOn, readValue, writtenDecimals } from '../../einvoicing/mx-cfdi/bands.ts';
import { newDraftWith } from '../../einvoicing/rules.ts';
import { CATALOGS, needsComplement } from '../../einvoicing/mx-cfdi/catalogs.ts';
import { findProduct } from '../../einvoicing/mx-cfdi/catalogs/products.ts';
import { findUnit } from '../../einvoicing/mx-cfdi/catalogs/units.ts';
import {
  FACTOR_EXEMPT,
  OBJECT_EXCISE_SHOWN,
  OBJECT_TAXED,
  OBJECTS_WITH_ISR_ONLY,
  OBJECTS_WITHOUT_TAXES,
  TAX_CODES,
} from '../../einvoicing/mx-cfdi/codes.ts';
import type { CfdiConcept, CfdiTax } from '../../einvoicing/mx-cfdi/read.ts';
import {
  cfdiRule,
  isListedRate,
  issueDay,
  must,
  onConcepts,
  onLineTaxes,
  type Breach,
  type CfdiRule,
} from './rule.ts';

/** What is wrong with the taxes of a line by its ObjetoImp, apart from 02. */
const objectFault = ({ taxObject, taxes }: CfdiConcept): string | null => {
  if (OBJECTS_WITHOUT_TAXES.has(taxObject)) return taxes === null ? null : 'shows no taxes';
  const { transferred, withheld } = taxes ?? { transferred: [], withheld: [] };
  if (OBJECTS_WITH_ISR_ONLY.has(taxObject)) {
    const isBare = transferred.length === 0 && withheld.every(({ tax }) => tax === TAX_CODES.ISR);
    return isBare ? null : 'shows no tax but ISR withheld';
  }
  if (taxObject !== OBJECT_EXCISE_SHOWN) return null;
  const isShown = transferred.some(({ tax }) => tax === TAX_CODES.IEPS);
  const hasIva = [...transferred, ...withheld].some(({ tax }) => tax === TAX_CODES.IVA);
  return isShown && !hasIva ? null : 'shows the tax IEPS, and IVA on neither side';
};

const MAX_PEDIMENTO_YEARS = 10;

const CONCEPT_CHECKS: readonly CfdiRule[] = [
  cfdiRule(
    'CFDI40162',
    onConcepts(({ productCode }, path, cfdi) =>
      must(
        findProduct(productCode, issueDay(cfdi)) !== undefined,
        `${path}/@ClaveProdServ`,
        'ClaveProdServ is not in c_ClaveProdServ.',
        newDraftWith('with a valid sat_product_code'),
      ),
    ),
  ),
  cfdiRule(
    'CFDI40163',
    onConcepts(({ productCode, hasComplement }, path, { type }) =>
      must(
        hasComplement || !['I', 'E'].includes(type) || !needsComplement(productCode),
        `${path}/@ClaveProdServ`,
        'A line of petrol or diesel has the complement for hydrocarbons.',
        newDraftWith('without the fuel'),
      ),
    ),
  ),
  cfdiRule(
    'CFDI40165',
    onConcepts(({ unitCode }, path, cfdi) =>
      must(
        findUnit(unitCode, issueDay(cfdi)) !== undefined,
        `${path}/@ClaveUnidad`,
        'ClaveUnidad is not in c_ClaveUnidad.',
        newDraftWith('with a valid sat_unit_code'),
      ),
    ),
  ),
  cfdiRule(
    'CFDI40166',
    onConcepts(({ unitPrice }, path, { type }) =>
      must(
        !['I', 'E', 'N'].includes(type) || isPositive(readValue(unitPrice)),
        `${path}/@ValorUnitario`,
        'ValorUnitario is above zero on a CFDI of type I, E or N.',
        newDraftWith('without the lines that cost nothing'),
      ),
    ),
  ),
  cfdiRule(
    'CFDI40167',
    onConcepts(({ amount, quantity, unitPrice }, path) =>
      must(
        isProduct(amount, quantity, unitPrice),
        `${path}/@Importe`,
        'Importe is outside the limits of Cantidad times ValorUnitario.',
      ),
    ),
  ),
  cfdiRule(
    'CFDI40168',
    onConcepts(({ discount, amount }, path) =>
      must(
        discount === null || writtenDecimals(discount) <= writtenDecimals(amount),
        `${path}/@Descuento`,
        'Descuento has more decimals than Importe.',
      ),
    ),
  ),
  cfdiRule(
    'CFDI40169',
    onConcepts(({ discount, amount }, path) =>
      must(
        readValue(discount).lte(readValue(amount)),
        `${path}/@Descuento`,
        'Descuento is larger than Importe.',
      ),
    ),
  ),
  cfdiRule(
    'CFDI40170',
    onConcepts(({ taxObject }, path) =>
      must(
        CATALOGS.c_ObjetoImp.has(taxObject),
        `${path}/@ObjetoImp`,
        'ObjetoImp is not in c_ObjetoImp.',
        newDraftWith('with tax_object 02, or 01 for what bears no tax'),
      ),
    ),
  ),
  cfdiRule(
    'CFDI40171',
    onConcepts(({ taxObject, taxes }, path) =>
      must(taxObject !== OBJECT_TAXED || taxes !== null, path, 'With ObjetoImp 02 the line shows its taxes.'),
    ),
  ),
  cfdiRule(
    'CFDI40172',
    onConcepts((concept, path) => {
      const fault = objectFault(concept);
      return must(
        fault === null,
        `${path}/Impuestos`,
        `With ObjetoImp ${concept.taxObject} the line ${fault ?? ''}.`,
      );
    }),
  ),
  cfdiRule(
    'CFDI40173',
    onConcepts(({ taxes }, path) =>
      must(
        taxes === null || taxes.transferred.length + taxes.withheld.length > 0,
        `${path}/Impuestos`,
        'Impuestos holds at least one tax.',
      ),
    ),
  ),
  cfdiRule(
    'CFDI40194',
    onConcepts(({ customsNumbers }, path, { issuedAt }) =>
      customsNumbers.flatMap((number, index) => {
        const age = (Number(issuedAt.slice(2, 4)) - Number(number.slice(0, 2)) + 100) % 100;
        return must(
          age <= MAX_PEDIMENTO_YEARS,
          `${path}/InformacionAduanera[${index + 1}]/@NumeroPedimento`,
          'NumeroPedimento is of one of the last ten years.',
          newDraftWith('with the customs_number of the goods'),
        );
      }),
    ),
  ),
];

/** Rules for both kinds of tax, with an id for each. */
const baseCheck = ({ base }: CfdiTax, path: string): readonly Breach[] =>
  must(
    isPositive(readValue(base)),
    `${path}/@Base`,
    'Base is above zero.',
    newDraftWith('without empty lines'),
  );

const taxCheck = ({ tax }: CfdiTax, path: string): readonly Breach[] =>
  must(CATALOGS.c_Impuesto.has(tax), `${path}/@Impuesto`, 'Impuesto is not in c_Impuesto.');

const factorCheck = ({ factor }: CfdiTax, path: string): readonly Breach[] =>
  must(CATALOGS.c_TipoFactor.has(factor ?? ''), `${path}/@TipoFactor`, 'TipoFactor is not in c_TipoFactor.');

const amountCheck = ({ base, rate, amount }: CfdiTax, path: string): readonly Breach[] =>
  must(
    base === null || rate === null || amount === null || isTaxOn(amount, base, rate),
    `${path}/@Importe`,
    'Importe is outside the limits of Base times TasaOCuota.',
  );

const TRANSFERRED_CHECKS: readonly CfdiRule[] = [
  cfdiRule('CFDI40174', onLineTaxes('transferred', baseCheck)),
  cfdiRule(
    'CFDI40175',
    onLineTaxes('transferred', (tax, path) => [
      ...taxCheck(tax, path),
      ...must(tax.tax !== TAX_CODES.ISR, `${path}/@Impuesto`, 'ISR is never passed on.'),
    ]),
  ),
  cfdiRule('CFDI40176', onLineTaxes('transferred', factorCheck)),
  cfdiRule(
    'CFDI40177',
    onLineTaxes('transferred', ({ factor, rate, amount }, path) =>
      must(
        factor !== FACTOR_EXEMPT || (rate === null && amount === null),
        path,
        'An exempt tax has neither TasaOCuota nor Importe.',
      ),
    ),
  ),
  cfdiRule(
    'CFDI40178',
    onLineTaxes('transferred', ({ factor, rate, amount }, path) =>
      must(
        factor === FACTOR_EXEMPT || (rate !== null && amount !== null),
        path,
        'A tax that is not exempt has TasaOCuota and Importe.',
      ),
    ),
  ),
  cfdiRule(
    'CFDI40179',
    onLineTaxes('transferred', (tax, path) =>
      must(
        tax.rate === null || isListedRate(tax, 'transferred'),
        `${path}/@TasaOCuota`,
        'TasaOCuota is not in c_TasaOCuota for this tax.',
      ),
    ),
  ),
  cfdiRule('CFDI40180', onLineTaxes('transferred', amountCheck)),
];

const WITHHELD_CHECKS: readonly CfdiRule[] = [
  cfdiRule('CFDI40181', onLineTaxes('withheld', baseCheck)),
  cfdiRule('CFDI40182', onLineTaxes('withheld', taxCheck)),
  cfdiRule('CFDI40183', onLineTaxes('withheld', factorCheck)),
  cfdiRule(
    'CFDI40184',
    onLineTaxes('withheld', ({ factor }, path) =>
      must(factor !== FACTOR_EXEMPT, `${path}/@TipoFactor`, 'A withheld tax is not exempt.'),
    ),
  ),
  cfdiRule(
    'CFDI40185',
    onLineTaxes('withheld', (tax, path) =>
      must(
        isListedRate(tax, 'withheld'),
        `${path}/@TasaOCuota`,
        'TasaOCuota is not in c_TasaOCuota for this tax.',
      ),
    ),
  ),
  cfdiRule('CFDI40186', onLineTaxes('withheld', amountCheck)),
];

export const LINE_CHECKS: readonly CfdiRule[] = [
  ...CONCEPT_CHECKS,
  ...TRANSFERRED_CHECKS,
  ...WITHHELD_CHECKS,
];
