// OFX says the side by the sign of the amount. Some banks write none: the type of the movement then says it, where the file has
// types of both sides; else nobody can tell, and the file is refused.
import { OFX_TYPES } from '../../../../../generated/vocabulary/ofx-types.ts';
import { toolError, type ToolError } from '../../../../base/errors.ts';
import { readSides, type Side } from '../csv/sides.ts';
import { type OfxElement, readValue } from './elements.ts';

/** OFX 2.3, 11.4.4.3: the types that are of one side. The others, such as ATM, INT, POS and XFER, may be of either. */
const TYPES: ReadonlyMap<string, Side> = new Map([
  ...OFX_TYPES.in.split(' ').map((type) => [type, 'in'] as const),
  ...OFX_TYPES.out.split(' ').map((type) => [type, 'out'] as const),
]);

type SideOf = (type: string) => Side | undefined;

/** Of a card, and of either side; nobody only ever gets money back. */
const CARD = /^(?:ATM|POS)$/iu;
const ENOUGH_ROWS = 3;

/** Undefined where the amounts have their signs. */
export const findSides = (movements: readonly OfxElement[]): SideOf | undefined => {
  const typed = movements
    .filter((each) => /[1-9]/.test(readValue(each, 'TRNAMT')))
    .map((movement) => ({
      movement,
      type: readValue(movement, 'TRNTYPE').trim(),
      isNegative: readValue(movement, 'TRNAMT').trim().startsWith('-'),
    }));
  // Types of the banks' own, such as CARGO and ABONO.
  const words = readSides([...new Set(typed.map(({ type }) => type))], 'TRNTYPE');
  const sideOf: SideOf = (type) => TYPES.get(type.trim().toUpperCase()) ?? words.sideOf(type.trim());
  const find = (side: Side | undefined) => typed.find(({ type }) => sideOf(type) === side)?.movement;
  const [into, out] = [find('in'), find('out')];
  if (typed.some(({ isNegative }) => isNegative)) {
    if (into !== undefined && out !== undefined && typed.every(({ isNegative }) => isNegative))
      throw refuse(into);
    const told = typed.filter(({ type }) => sideOf(type) !== undefined);
    const agree = told.filter(({ type, isNegative }) => (sideOf(type) === 'out') === isNegative);
    if (into !== undefined && out !== undefined && agree.length === 0) throw refuse(out);
    return undefined;
  }
  const card = typed.length < ENOUGH_ROWS ? undefined : typed.find(({ type }) => CARD.test(type))?.movement;
  const doubtful = out ?? card;
  if (doubtful === undefined) return undefined;
  const unclear = find(undefined);
  if (unclear !== undefined) throw refuse(doubtful);
  if (into === undefined) throw refuse(doubtful);
  return sideOf;
};

const refuse = (movement: OfxElement): ToolError =>
  toolError('statement_side_unclear', {
    line: String(movement.line),
    type: readValue(movement, 'TRNTYPE'),
  });
