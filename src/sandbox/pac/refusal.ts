// A refusal of the PAC: a code and a sentence, as SW writes them.
import { SERVICE } from '../../../generated/service.ts';

export interface PacRefusal {
  readonly code: string;
  readonly message: string;
  readonly detail?: string;
}

/** SW's sentences for the SAT's codes. */
const SENTENCES = {
  '301': '301 - XML mal formado.',
  '302': '302 - Sello mal formado o inválido.',
  '303': '303 - El CSD del Emisor no corresponde al RFC que viene como Emisor en el Comprobante.',
  '304': '304 - Certificado revocado o caduco.',
  '305': '305 - La fecha de emisión no está dentro de la vigencia del CSD del Emisor.',
  '306': '306 - El certificado utilizado para generar el sello digital no es un CSD.',
  '308': '308 - Certificado no expedido por el SAT.',
  '401': `401 - El rango de la fecha de generación no debe de ser mayor a ${SERVICE.windows.stamp_hours} horas para la emisión del timbre.`,
} as const;

export const refusal = (code: keyof typeof SENTENCES, detail?: string): PacRefusal => ({
  code,
  message: SENTENCES[code],
  ...(detail === undefined ? {} : { detail }),
});
