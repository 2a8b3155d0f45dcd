/** How canonical text writes one thing: a tag, a value, a piece of JSON. What it writes is read back as it was. */
import type { Json } from './json.ts';
import { readText, readValue } from './reply/call/values.ts';
import { THOUGHT_NAMES } from './reply/names.ts';

/** The opening tag of an action. */
export function actionTag(tool: string): string {
  return `<action tool="${attribute(tool)}">`;
}

/** @param short whether the value is trimmed when it is read, and ends where another parameter opens. */
export function valueElement(name: string, text: string, short: boolean): string {
  const bare = text.trim();
  const given = bare !== '' && bare !== 'null';
  const fits = given && (bare === text || (!short && text.includes('\n')));
  const whole = fits && !(short && text.includes('\n')) && !disturbs(text, name);
  return element(name, text, whole && readValue(laidOut(text)).text === text);
}

export function textElement(name: 'thought' | 'final', text: string): string {
  const closers = name === 'thought' ? [...THOUGHT_NAMES] : [name];
  return element(name, text, !ends(text, closers) && readText(laidOut(text)) === text);
}

/** An array or an object, as the value of that parameter: without what could end it or be decoded. */
export function jsonValue(name: string, value: Json): string {
  const text = JSON.stringify(value);
  return disturbs(text, name) || readValue(text).text !== text ? withoutMarkup(text) : text;
}

/** Parameters as the body of an action: nothing in it can end it. */
export function jsonBody(params: { readonly [name: string]: Json }): string {
  return withoutMarkup(JSON.stringify(params));
}

/** The ways in which that string, number or boolean may stand in such a value. */
export function jsonTexts(value: Json, closers: readonly string[]): readonly string[] {
  const text = JSON.stringify(value);
  const plain = closers.some((name) => disturbs(text, name)) ? [] : [text];
  return [...new Set([...plain, withoutMarkup(text)])];
}

/** Only strings hold these signs, and any character of a string may be escaped. */
function withoutMarkup(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('&', '\\u0026');
}

/** Whether the text holds what would end a value of that name, or hide its end. */
function disturbs(text: string, name: string): boolean {
  return ends(text, [name, 'action']) || /<action/i.test(text);
}

/** @param plain whether the text stands for itself: nothing in it can end it, and no rule would change it. */
function element(name: string, text: string, plain: boolean): string {
  const sections = /^\s*<!\[CDATA\[/.test(text);
  return `<${name}>${plain && !sections ? laidOut(text) : cdata(text)}</${name}>`;
}

function laidOut(text: string): string {
  return text.includes('\n') ? `\n${text}\n` : text;
}

function ends(text: string, closers: readonly string[]): boolean {
  return new RegExp(`</\\s*(?:${closers.join('|')})\\s*>`, 'i').test(text);
}

/** Exact for any text: a `]]>` inside is split between two sections. */
function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '&#10;');
}
