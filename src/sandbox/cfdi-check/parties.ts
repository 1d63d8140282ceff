// CFDI40138 to 40161: the nodes Emisor and Receptor. What only the SAT's register knows (is the name that of the RFC, is
// the postal code its fiscal address) is left to the PAC.
import { changeCounterparty, changeEntity, newDraftWith } from '../../einvoicing/rules.ts';
import { isPostalCode } from '../../einvoicing/mx-cfdi/catalogs.ts';
import { isUse, isUseOfOtherTypes, NO_EFFECTS, useFits } from '../../einvoicing/mx-cfdi/cfdi-use.ts';
import { PUBLIC_NAME } from '../../einvoicing/mx-cfdi/codes.ts';
import { isResidence, taxNumberFits } from '../../einvoicing/mx-cfdi/countries.ts';
import type { Cfdi } from '../../einvoicing/mx-cfdi/read.ts';
import { parseRfc } from '../../einvoicing/mx-cfdi/receiver.ts';
import { isRegime, NO_OBLIGATIONS, regimeFits } from '../../einvoicing/mx-cfdi/regimes.ts';
import type { Rfc } from '../../einvoicing/mx-cfdi/rfc.ts';
import { countCharacters } from '../../einvoicing/mx-cfdi/text.ts';
import { cfdiRule, must, type CfdiRule } from './rule.ts';

/** Exactly as written: a document may not contain the dashes that people type. */
const readRfc = (text: string): Rfc | null => {
  const rfc = parseRfc(text);
  return rfc?.text === text ? rfc : null;
};

const receiverRfc = ({ receiver }: Cfdi): Rfc | null => readRfc(receiver.rfc);
const isGeneric = (cfdi: Cfdi): boolean => (receiverRfc(cfdi)?.generic ?? null) !== null;
const isForeign = (cfdi: Cfdi): boolean => receiverRfc(cfdi)?.generic === 'foreign';

const isName = (text: string): boolean =>
  text === text.trim() && !text.includes('  ') && countCharacters(text) >= 1 && countCharacters(text) <= 300;

const ISSUER_CHECKS: readonly CfdiRule[] = [
  cfdiRule('CFDI40138', ({ issuer }) => {
    const rfc = readRfc(issuer.rfc);
    return must(
      rfc !== null && rfc.generic === null,
      'Emisor/@Rfc',
      'The RFC of the issuer is none that the SAT could have registered.',
      changeEntity('set the RFC of the entity as its tax id', '--tax-id'),
    );
  }),
  cfdiRule('CFDI40139', ({ issuer }) =>
    must(
      isName(issuer.name) && issuer.name === issuer.name.toUpperCase(),
      'Emisor/@Nombre',
      'The name of the issuer is not written as the SAT registers names: in capitals, with single spaces.',
      changeEntity('set the name of the entity as its tax certificate has it', '--name'),
    ),
  ),
  cfdiRule('CFDI40140', ({ issuer }) =>
    must(
      isRegime(issuer.regime),
      'Emisor/@RegimenFiscal',
      'RegimenFiscal is not in c_RegimenFiscal.',
      changeEntity('set the fiscal regime of the entity', '--fiscal-regime'),
    ),
  ),
  cfdiRule('CFDI40141', ({ issuer }) => {
    const rfc = readRfc(issuer.rfc);
    return must(
      rfc === null || !isRegime(issuer.regime) || regimeFits(issuer.regime, rfc.person),
      'Emisor/@RegimenFiscal',
      'RegimenFiscal is not open to the kind of person that the RFC names.',
      changeEntity('correct the fiscal regime or the RFC of the entity', '--fiscal-regime'),
    );
  }),
];

const RECEIVER_CHECKS: readonly CfdiRule[] = [
  cfdiRule('CFDI40143', (cfdi) =>
    must(
      receiverRfc(cfdi) !== null,
      'Receptor/@Rfc',
      'The RFC of the receiver is none that the SAT could have registered.',
      changeCounterparty('set the RFC of the customer', '--rfc'),
    ),
  ),
  cfdiRule('CFDI40145', ({ receiver }) =>
    must(
      isName(receiver.name) && receiver.name === receiver.name.toUpperCase(),
      'Receptor/@Nombre',
      'The name of the receiver is not written as the SAT registers names: in capitals, with single spaces.',
      changeCounterparty('set the name of the customer as its tax certificate has it', '--name'),
    ),
  ),
  cfdiRule('CFDI40146', (cfdi) =>
    must(
      cfdi.receiver.name !== PUBLIC_NAME || receiverRfc(cfdi)?.generic === 'domestic',
      'Receptor/@Nombre',
      'Only the generic RFC XAXX010101000 bears the name PUBLICO EN GENERAL.',
      changeCounterparty('correct the name or the RFC of the customer', '--name'),
    ),
  ),
  cfdiRule('CFDI40147', ({ receiver }) =>
    must(
      isPostalCode(receiver.postalCode),
      'Receptor/@DomicilioFiscalReceptor',
      'DomicilioFiscalReceptor is no Mexican postal code.',
      changeCounterparty('set the postal code of the customer', '--postal-code'),
    ),
  ),
  cfdiRule('CFDI40149', (cfdi) =>
    must(
      !isGeneric(cfdi) || cfdi.receiver.postalCode === cfdi.placeOfIssue,
      'Receptor/@DomicilioFiscalReceptor',
      'With a generic RFC, DomicilioFiscalReceptor is LugarExpedicion.',
    ),
  ),
  cfdiRule('CFDI40157', ({ receiver }) =>
    must(
      isRegime(receiver.regime),
      'Receptor/@RegimenFiscalReceptor',
      'RegimenFiscalReceptor is not in c_RegimenFiscal.',
      changeCounterparty('set the fiscal_regime_code of the customer', '--fiscal-regime-code'),
    ),
  ),
  cfdiRule('CFDI40158', (cfdi) => {
    const rfc = receiverRfc(cfdi);
    const { regime } = cfdi.receiver;
    return must(
      rfc === null || !isRegime(regime) || regimeFits(regime, rfc.person),
      'Receptor/@RegimenFiscalReceptor',
      'RegimenFiscalReceptor is not open to the kind of person that the RFC names.',
      changeCounterparty('correct the fiscal_regime_code or the RFC of the customer', '--fiscal-regime-code'),
    );
  }),
  cfdiRule('CFDI40159', (cfdi) =>
    must(
      !isGeneric(cfdi) || cfdi.receiver.regime === NO_OBLIGATIONS,
      'Receptor/@RegimenFiscalReceptor',
      'With a generic RFC, RegimenFiscalReceptor is 616.',
    ),
  ),
  cfdiRule('CFDI40160', ({ receiver }) =>
    must(
      isUse(receiver.use),
      'Receptor/@UsoCFDI',
      'UsoCFDI is not in c_UsoCFDI.',
      newDraftWith('with a cfdi_use such as G03 or S01'),
    ),
  ),
  cfdiRule('CFDI40161', (cfdi) => {
    const rfc = receiverRfc(cfdi);
    const { use, regime } = cfdi.receiver;
    const fits = rfc === null || !isUse(use) || useFits(use, regime, rfc.person);
    return must(
      fits &&
        (!['I', 'E'].includes(cfdi.type) || !isUseOfOtherTypes(use)) &&
        (!isGeneric(cfdi) || cfdi.type !== 'I' || use === NO_EFFECTS),
      'Receptor/@UsoCFDI',
      'UsoCFDI does not fit the regime and the kind of person of the receiver.',
      newDraftWith('without cfdi_use, which takes one that fits'),
    );
  }),
];

const RESIDENCE = 'Receptor/@ResidenciaFiscal';
const NUMBER = 'Receptor/@NumRegIdTrib';

const FOREIGN_CHECKS: readonly CfdiRule[] = [
  cfdiRule('CFDI40150', ({ receiver: { residence } }) =>
    must(residence === null || isResidence(residence), RESIDENCE, 'ResidenciaFiscal is not in c_Pais.'),
  ),
  cfdiRule('CFDI40151', (cfdi) =>
    must(
      cfdi.receiver.residence === null || isForeign(cfdi),
      RESIDENCE,
      'Only a foreigner (XEXX010101000) has ResidenciaFiscal.',
    ),
  ),
  cfdiRule('CFDI40152', ({ receiver }) =>
    must(receiver.residence !== 'MEX', RESIDENCE, 'The ResidenciaFiscal of a foreigner is not MEX.'),
  ),
  cfdiRule('CFDI40153', ({ receiver }) =>
    must(
      receiver.foreignTaxId === null || receiver.residence !== null,
      RESIDENCE,
      'NumRegIdTrib needs ResidenciaFiscal.',
    ),
  ),
  cfdiRule('CFDI40154', (cfdi) =>
    must(
      cfdi.receiver.foreignTaxId === null || isForeign(cfdi),
      NUMBER,
      'Only a foreigner (XEXX010101000) has NumRegIdTrib.',
    ),
  ),
  cfdiRule('CFDI40156', ({ receiver: { residence, foreignTaxId } }) =>
    must(
      foreignTaxId === null || residence === null || taxNumberFits(residence, foreignTaxId),
      NUMBER,
      'NumRegIdTrib has not the form that c_Pais gives for its country.',
      changeCounterparty('correct the tax id of the customer', '--tax-number'),
    ),
  ),
];

export const PARTY_CHECKS: readonly CfdiRule[] = [...ISSUER_CHECKS, ...RECEIVER_CHECKS, ...FOREIGN_CHECKS];
