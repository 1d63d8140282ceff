// A rule of the SAT's matrix on the XML of any CFDI, whoever built it.
import type { IsoDay } from '../../base/time/day.ts';
import { newDraftWith } from '../../einvoicing/rules.ts';
import { readValue, writtenDecimals } from '../../einvoicing/mx-cfdi/bands.ts';
import { isRate, satDecimals } from '../../einvoicing/mx-cfdi/catalogs.ts';
import type { Cfdi, CfdiConcept, CfdiTax } from '../../einvoicing/mx-cfdi/read.ts';

export interface Breach {
  /** Where in the XML: `Conceptos/Concepto[1]/@Importe`. */
  readonly path: string;
  readonly message: string;
  readonly fix?: string;
}

export interface CfdiRule {
  /** In the SAT's rule matrix. */
  readonly id: string;
  readonly check: (cfdi: Cfdi) => readonly Breach[];
}

export const cfdiRule = (id: string, check: CfdiRule['check']): CfdiRule => ({ id, check });

/** Values that the service computes can only be wrong through a fault in the service. */
export const SAME_CONTENT = newDraftWith('with the same content');

/** A breach unless the condition holds. */
export const must = (holds: boolean, path: string, message: string, fix?: string): readonly Breach[] =>
  holds ? [] : [{ path, message, ...(fix === undefined ? {} : { fix }) }];

/** Applies a check to each line, with its path. */
export const onConcepts =
  (check: (concept: CfdiConcept, path: string, cfdi: Cfdi) => readonly Breach[]): CfdiRule['check'] =>
  (cfdi) =>
    cfdi.concepts.flatMap((concept, index) => check(concept, `Conceptos/Concepto[${index + 1}]`, cfdi));

/** As written, only to be compared: CFDI40101 finds a day that does not exist. */
export const issueDay = ({ issuedAt }: Cfdi): IsoDay => issuedAt.slice(0, 10) as IsoDay;

type LineTaxes = 'transferred' | 'withheld';

const TAX_PATHS = {
  transferred: 'Impuestos/Traslados/Traslado',
  withheld: 'Impuestos/Retenciones/Retencion',
} as const;

/** Applies a check to each transferred or withheld tax of each line. */
export const onLineTaxes = (
  kind: LineTaxes,
  check: (tax: CfdiTax, path: string) => readonly Breach[],
): CfdiRule['check'] =>
  onConcepts(({ taxes }, path) =>
    (taxes?.[kind] ?? []).flatMap((tax, index) => check(tax, `${path}/${TAX_PATHS[kind]}[${index + 1}]`)),
  );

/** Applies a check to each row of the summary. */
export const onSummary =
  (
    kind: LineTaxes,
    check: (tax: CfdiTax, path: string, cfdi: Cfdi) => readonly Breach[],
  ): CfdiRule['check'] =>
  (cfdi) =>
    (cfdi.taxes?.[kind] ?? []).flatMap((tax, index) => check(tax, `${TAX_PATHS[kind]}[${index + 1}]`, cfdi));

/** How many decimals the amounts of the header may have. */
export const currencyDecimals = ({ currency }: Cfdi): number => satDecimals(currency) ?? 2;

/** Whether a header amount has no more decimals than its currency. */
export const fitsCurrency = (cfdi: Cfdi, text: string | null): boolean =>
  text === null || writtenDecimals(text) <= currencyDecimals(cfdi);

/** CFDI40179, 40185, 40219: whether c_TasaOCuota has the rate for this tax. */
export const isListedRate = ({ tax, factor, rate }: CfdiTax, kind: LineTaxes): boolean =>
  isRate(kind, tax, factor ?? '', readValue(rate));
