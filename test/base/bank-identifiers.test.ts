// Check digits of bank identifiers: right ones pass, and each wrong digit is noticed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  compactIban,
  ibanFault,
  ibanLength,
  identifiersOf,
  isBic,
  isClabe,
  isRoutingNumber,
} from '../../src/base/bank-identifiers.ts';
import { english } from '../../src/base/said.ts';

/** Every text that differs from this one in one digit. */
const misread = (text: string): string[] =>
  [...text].flatMap((digit, index) =>
    /\d/.test(digit)
      ? [...'0123456789'].flatMap((other) =>
          other === digit ? [] : [`${text.slice(0, index)}${other}${text.slice(index + 1)}`],
        )
      : [],
  );

describe('CLABE', () => {
  for (const clabe of ['032180000118359719', '002010077777777771', '646180157042875763']) {
    test(clabe, () => {
      assert.equal(isClabe(clabe), true);
      assert.deepEqual(misread(clabe).filter(isClabe), []);
    });
  }
  test('18 digits, no more and no less', () => {
    assert.deepEqual(
      ['', '03218000011835971', '0321800001183597190', '03218000011835971A'].filter(isClabe),
      [],
    );
  });
});

describe('IBAN', () => {
  const RIGHT = [
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'FR1420041010050500013M02606',
    'XK051212012345678906',
    // In the registry since 2021.
    'SD2129010501234001',
  ];
  for (const iban of RIGHT) {
    test(iban, () => {
      assert.equal(ibanFault(iban), undefined);
      assert.deepEqual(
        misread(iban).filter((other) => ibanFault(other) === undefined),
        [],
      );
    });
  }
  test('blanks, hyphens and small letters are only ways of writing it', () => {
    assert.equal(compactIban('de89 3704-0044 0532 0130 00'), 'DE89370400440532013000');
  });
  test('the countries are those of the registry', () => {
    assert.deepEqual(['BI', 'DJ', 'FK', 'HN', 'YE', 'MX', 'US'].map(ibanLength), [
      27,
      27,
      18,
      28,
      30,
      undefined,
      undefined,
    ]);
    // Begin with the code of another, and lengths that are in use without being registered.
    assert.deepEqual(
      ['AX', 'GF', 'RE', 'YT', 'DZ', 'MA', 'SN'].filter((country) => ibanLength(country) !== undefined),
      [],
    );
  });
  test('the fault is said', () => {
    assert.match(english(ibanFault('US89370400440532013000') ?? ''), /US has no IBANs/);
    assert.match(english(ibanFault('DE8937040044053201300') ?? ''), /22 characters, this has 21/);
    assert.match(english(ibanFault('DE88370400440532013000') ?? ''), /check digits/);
    assert.match(english(ibanFault('3704') ?? ''), /a country, two check digits/);
  });
});

test('BIC', () => {
  const right = ['COBADEFF', 'COBADEFFXXX', 'BCMRMXMMXXX', 'NCBVXKPR'];
  assert.deepEqual(
    right.filter((bic) => !isBic(bic)),
    [],
  );
  assert.deepEqual(['COBADEF', 'COBADEFFXX', 'COBAZZFF', 'COBA1EFF', 'cobadeff', ''].filter(isBic), []);
});

test('routing number', () => {
  for (const number of ['021000021', '011401533', '121000358', '322271627']) {
    assert.equal(isRoutingNumber(number), true);
    assert.deepEqual(misread(number).filter(isRoutingNumber), []);
  }
  assert.deepEqual(['000000000', '990000005', '02100002', ''].filter(isRoutingNumber), []);
});

test('each country has its own identifiers', () => {
  assert.deepEqual(identifiersOf('MX'), ['clabe']);
  assert.deepEqual(identifiersOf('DE'), ['iban', 'bic']);
  assert.ok(identifiersOf('US').includes('routing_number'));
});
