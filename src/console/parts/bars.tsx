// A small chart of amounts: bars with their figures as text, so that nothing is told by length or colour alone.
import { useVisit } from '../context.ts';
import type { VNode } from 'preact';
import { money } from '../format.ts';

export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly tone?: 'good' | 'wait' | 'bad';
}

const ROW = 28;
const LABEL = 110;
const WIDTH = 520;
const FIGURE = 130;

export const Bars = ({
  title,
  bars,
  currency,
}: {
  title: string;
  bars: readonly Bar[];
  currency: string;
}): VNode => {
  const visit = useVisit();
  const most = Math.max(1, ...bars.map(({ value }) => Math.abs(value)));
  const room = WIDTH - LABEL - FIGURE;
  return (
    <svg class="bars" viewBox={`0 0 ${WIDTH} ${bars.length * ROW}`} role="img" aria-label={title}>
      {bars.map(({ label, value, tone = 'good' }, at) => {
        const length = value === 0 ? 0 : Math.max(2, Math.round((Math.abs(value) / most) * room));
        return (
          <g>
            <text x={0} y={at * ROW + 18}>
              {label}
            </text>
            <rect class={tone} x={LABEL} y={at * ROW + 5} width={length} height={ROW - 12} rx={3} />
            <text x={LABEL + length + 8} y={at * ROW + 18}>
              {money(visit.language, value, currency)}
            </text>
          </g>
        );
      })}
    </svg>
  );
};
