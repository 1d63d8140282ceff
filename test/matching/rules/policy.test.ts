// Confidence is a promise made of a probability: monotone, with its anchors in place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SERVICE } from '../../../generated/service.ts';
import { CAPPED, roundDown, toConfidence } from '../../../src/matching/decide/basis.ts';
import { readWeights } from '../../../src/matching/model/weights.ts';

const { policy } = readWeights().fitted;

test('it rises with the probability', () => {
  for (const [basis, anchors] of Object.entries(policy)) {
    let last = -1;
    for (let step = 0; step <= 1000; step += 1) {
      const confidence = toConfidence(step / 1000, anchors);
      assert.ok(confidence >= last && confidence >= 0 && confidence <= 1, `${basis} ${step}`);
      last = confidence;
    }
  }
});

test('its anchors are the thresholds of the service', () => {
  for (const anchors of Object.values(policy)) {
    const confidences = anchors.map(([, confidence]) => confidence);
    assert.ok(confidences.includes(SERVICE.matching.auto_confirm));
    assert.ok(confidences.includes(SERVICE.matching.suggest));
  }
  assert.ok(CAPPED < SERVICE.matching.auto_confirm && CAPPED >= SERVICE.matching.suggest);
  assert.ok(roundDown(0.8999999) < SERVICE.matching.auto_confirm);
});

test('weights are finite and carry version, seeds and day', () => {
  const { passes, fitted } = readWeights();
  for (const pass of passes) assert.ok(pass.every(Number.isFinite));
  assert.match(fitted.trained, /^\d{4}-\d{2}-\d{2}$/);
  assert.notEqual(fitted.version, '');
  assert.notEqual(fitted.seeds, '');
});
