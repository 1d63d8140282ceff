// In which order a person reads what was submitted: that in which previews are made.
import { READING_ORDER } from '../../../../generated/vocabulary/reading-order.ts';
import { inOrderThroughout, orderOf } from '../../../base/key-order.ts';

/** Of the whole and of all that is within it. */
const ORDER = orderOf(READING_ORDER.preview.split(' '));

export const inSnapshotOrder = (snapshot: unknown): unknown => inOrderThroughout(snapshot, ORDER);
