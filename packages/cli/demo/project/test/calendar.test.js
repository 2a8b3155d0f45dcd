import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstFree } from '../src/calendar.js';

const at = (hours, minutes = 0) => hours * 60 + minutes;
const day = { start: at(9), end: at(12) };

test('an empty day is free from its start', () => {
  assert.equal(firstFree([], 30, day), at(9));
});

test('a meeting can begin when another one ends', () => {
  assert.equal(firstFree([{ start: at(9), end: at(10) }], 30, day), at(10));
});

test('a full day has no free time', () => {
  assert.equal(firstFree([{ start: at(9), end: at(12) }], 30, day), null);
});
