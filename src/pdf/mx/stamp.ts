// Prints the Timbre Fiscal Digital, as Anexo 20 and rule 2.7.1.7 require for a printed CFDI.
import { decimal } from '../../base/money/decimal.ts';
import type { Cfdi } from '../../einvoicing/mx-cfdi/read.ts';
import { type Stamp, stampCadena } from '../../einvoicing/mx-cfdi/stamp.ts';
import { verificationUrl } from '../../einvoicing/mx-cfdi/verification.ts';
import { figureText, findLocale } from '../../base/locale.ts';
import type { PrintedStamp } from '../printed.ts';
import { encode } from 'uqr';
import type { Canvas } from '../canvas.ts';

/** Formats `2026-03-15T10:22:31` as `15/03/2026 10:22:31`. */
export const momentText = (moment: string): string => {
  const [day = '', time = ''] = moment.split('T');
  return `${day.split('-').toReversed().join('/')} ${time}`;
};

const verificationAddress = ({ issuer, receiver, total, seal }: Cfdi, { uuid }: Stamp): string =>
  verificationUrl({ uuid, issuerRfc: issuer.rfc, receiverRfc: receiver.rfc, total, seal });

export const printStamp = (cfdi: Cfdi, stamp: Stamp): PrintedStamp => ({
  heading: 'Timbre fiscal digital',
  qr: verificationAddress(cfdi, stamp),
  caption: 'Verifique este comprobante en el portal del SAT.',
  facts: [
    { label: 'Folio fiscal (UUID)', value: stamp.uuid },
    { label: 'Fecha y hora de certificación', value: momentText(stamp.stampedAt) },
    { label: 'Fecha y hora de emisión', value: momentText(cfdi.issuedAt) },
    { label: 'RFC del proveedor de certificación', value: stamp.providerRfc },
    { label: 'No. de serie del certificado del emisor', value: cfdi.certificateNumber },
    { label: 'No. de serie del certificado del SAT', value: stamp.satCertificateNumber },
    ...(stamp.legend === null ? [] : [{ label: 'Leyenda', value: stamp.legend }]),
  ],
  seals: [
    { label: 'Sello digital del CFDI', value: stamp.cfdiSeal },
    { label: 'Sello digital del SAT', value: stamp.satSeal },
    { label: 'Cadena original del complemento de certificación digital del SAT', value: stampCadena(stamp) },
  ],
});

/** Formats the figures of the CFDI for people. */
export const mxFigure = (text: string, least = 0): string =>
  figureText(findLocale('MX'), decimal(text), least);

/** The modules (true is dark) without the quiet zone. Error correction level M, as the SAT's guide asks. */
export const qrModules = (text: string): readonly (readonly boolean[])[] =>
  encode(text, { ecc: 'M', border: 0 }).data;

/** Draws the code; adjacent dark modules of a row are merged into one rectangle. */
export const drawQr = ({ document }: Canvas, text: string, x: number, y: number, side: number): void => {
  const modules = qrModules(text);
  const step = side / modules.length;
  modules.forEach((row, line) => {
    for (let column = 0; column < row.length; column += 1) {
      if (row[column] !== true) continue;
      const first = column;
      while (row[column + 1] === true) column += 1;
      document.rect(x + first * step, y + line * step, (column - first + 1) * step, step);
    }
  });
  document.fill('#000000');
};
