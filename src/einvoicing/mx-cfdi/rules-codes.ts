// CFDI 4.0 rules on the codes of products and units, which the SAT's catalogues must have on the day of issue.
import type { DocumentLine, InvoiceDocument } from '../regime.ts';
import { advice, finding, rule, type Finding, type Rule } from '../rules.ts';
import { suggestProducts } from './catalogs/product-search.ts';
import { findAnyProduct, findProduct } from './catalogs/products.ts';
import { findUnit, nearestUnits, usualUnit } from './catalogs/units.ts';

const NEAREST = 3;
/** Lines of one document for which the nearest codes are sought; more would only repeat them. */
const MAX_SEARCHES = 50;

const codeOf = (line: DocumentLine, name: string): string => String(line.countryDetails[name] ?? '');

/** The findings of the lines, each told whether it may still search. */
const onCodes = (
  field: 'sat_product_code' | 'sat_unit_code',
  check: (
    code: string,
    line: DocumentLine,
    document: InvoiceDocument,
  ) => ((path: string, mayName: boolean) => Finding) | null,
): Rule['check'] =>
  // What is near is sought as each finding is asked for.
  function* (document) {
    let found = 0;
    for (const [index, line] of document.lines.entries()) {
      const say = check(codeOf(line, field), line, document);
      if (say === null) continue;
      found += 1;
      yield say(`line_items[${index}].country_details.${field}`, found <= MAX_SEARCHES);
    }
  };

/** ` Nearest: 50201706 Café; 50201700 Café y té.` */
const nearest = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` Nearest: ${names.join('; ')}.`;

const productNames = ({ description }: DocumentLine): readonly string[] =>
  suggestProducts(description).map((product) => `${product.code} ${product.description}`);

const unitNames = (code: string, { description }: DocumentLine): readonly string[] =>
  nearestUnits(code, NEAREST, description).map((unit) => `${unit.code} ${unit.name}`);

export const CODE_RULES: readonly Rule[] = [
  rule(
    'CFDI40162',
    onCodes('sat_product_code', (code, line, { issueDate }) => {
      if (findProduct(code, issueDate) !== undefined) return null;
      const until = findAnyProduct(code)?.validTo ?? null;
      return (path, mayName) => {
        const names = mayName ? nearest(productNames(line)) : '';
        return until === null
          ? finding(path, 'CFDI40162', { code, nearest: names })
          : finding(path, 'CFDI40162.until', { code, until, nearest: names });
      };
    }),
  ),
  rule(
    'CFDI40165',
    onCodes('sat_unit_code', (code, line, { issueDate }) =>
      findUnit(code, issueDate) === undefined
        ? (path, mayName) =>
            finding(path, 'CFDI40165', { code, nearest: mayName ? nearest(unitNames(code, line)) : '' })
        : null,
    ),
  ),
  // Some everyday abbreviations are codes of other units: UN is the newton metre, MTS a metre per second.
  advice(
    'CFDI40165',
    onCodes('sat_unit_code', (code, _line, { issueDate }) => {
      const unit = findUnit(code, issueDate);
      const meant = usualUnit(code);
      if (unit === undefined || meant === undefined) return null;
      return (path) =>
        finding(path, 'CFDI40165.usual', {
          code,
          name: unit.name,
          meant: meant.code,
          meant_name: meant.name,
        });
    }),
  ),
];
