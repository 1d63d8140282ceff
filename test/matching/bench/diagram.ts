// The reliability diagram: how often a probability (and the policy number made from it) was right.
import type { Bin } from '../score.ts';

const SIDE = 320;
const MARGIN = 52;

interface Panel {
  readonly title: string;
  readonly bins: readonly Bin[];
  readonly left: number;
}

const x = (left: number, value: number): number => left + value * SIDE;
const y = (value: number): number => MARGIN + (1 - value) * SIDE;

const text = (at: { x: number; y: number }, words: string, anchor = 'middle', more = ''): string =>
  `<text x="${at.x.toFixed(1)}" y="${at.y.toFixed(1)}" text-anchor="${anchor}" ${more}>${words}</text>`;

const grid = (left: number): string =>
  [0, 0.2, 0.4, 0.6, 0.8, 1]
    .map((value) =>
      [
        `<path d="M${x(left, value).toFixed(1)} ${y(0)}V${y(1)}M${left} ${y(value).toFixed(1)}H${x(left, 1)}" stroke="#ddd" fill="none"/>`,
        text({ x: x(left, value), y: y(0) + 18 }, value.toFixed(1)),
        text({ x: left - 8, y: y(value) + 4 }, value.toFixed(1), 'end'),
      ].join(''),
    )
    .join('\n');

const panel = ({ title, bins, left }: Panel): string => {
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const points = bins.map((bin) => ({ ...bin, share: bin.right / bin.count }));
  const path = points.map(
    ({ mean, share }, index) =>
      `${index === 0 ? 'M' : 'L'}${x(left, mean).toFixed(1)} ${y(share).toFixed(1)}`,
  );
  const dots = points.map(
    ({ mean, share, count, right }) =>
      `<circle cx="${x(left, mean).toFixed(1)}" cy="${y(share).toFixed(1)}" r="${(3 + 9 * Math.sqrt(count / most)).toFixed(1)}" fill="#2563eb" fill-opacity="0.55"><title>${right} of ${count} right at ${mean.toFixed(3)}</title></circle>`,
  );
  return [
    grid(left),
    `<path d="M${left} ${y(0)}L${x(left, 1)} ${y(1)}" stroke="#999" stroke-dasharray="4 4" fill="none"/>`,
    `<path d="${path.join('')}" stroke="#2563eb" fill="none"/>`,
    ...dots,
    text({ x: left + SIDE / 2, y: MARGIN - 20 }, title, 'middle', 'font-weight="bold"'),
    text({ x: left + SIDE / 2, y: y(0) + 38 }, 'said'),
  ].join('\n');
};

export const reliabilityDiagram = (byProbability: readonly Bin[], byConfidence: readonly Bin[]): string => {
  const second = MARGIN * 2 + SIDE + 24;
  const width = second + SIDE + 28;
  const height = MARGIN + SIDE + 52;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12" fill="#333">
<rect width="${width}" height="${height}" fill="#fff"/>
${text({ x: 14, y: MARGIN + SIDE / 2 }, 'right', 'middle', `transform="rotate(-90 14 ${MARGIN + SIDE / 2})"`)}
${panel({ title: 'probability', bins: byProbability, left: MARGIN })}
${panel({ title: 'confidence (the policy number)', bins: byConfidence, left: second })}
</svg>
`;
};
