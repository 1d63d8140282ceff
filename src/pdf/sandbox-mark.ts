// Marks sandbox documents on every page, with a band at the top and a diagonal watermark, so that no print can pass
// for a real invoice.
import { ALARM, type Canvas } from './canvas.ts';

const BAND_HEIGHT = 22;

export const drawSandboxMarks = (canvas: Canvas, text: string): void => {
  const { document } = canvas;
  const { start, count } = document.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(start + index);
    drawBand(canvas, text);
    drawAcross(canvas, text);
  }
};

const drawBand = (canvas: Canvas, text: string): void => {
  const { document } = canvas;
  const style = { weight: 'bold', size: 9, colour: '#ffffff' } as const;
  document.rect(0, 0, document.page.width, BAND_HEIGHT).fill(ALARM);
  canvas.put(text, (document.page.width - canvas.width(text, style)) / 2, 7, style);
};

const drawAcross = (canvas: Canvas, text: string): void => {
  const { document } = canvas;
  const { width, height } = document.page;
  const style = { weight: 'bold', size: 34, colour: ALARM } as const;
  const length = canvas.width(text, style);
  const size = Math.min(style.size, (style.size * Math.hypot(width, height) * 0.72) / length);
  const fitted = { ...style, size };
  document.save();
  document.rotate((-Math.atan2(height, width) * 180) / Math.PI, { origin: [width / 2, height / 2] });
  document.fillOpacity(0.09);
  canvas.put(text, (width - canvas.width(text, fitted)) / 2, (height - size) / 2, fitted);
  document.restore();
};
