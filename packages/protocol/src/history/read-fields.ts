/**
 * The way back from `write-fields.ts`: parsed elements as plain data. Strict: what that file does not write is an error,
 * so that no two records that read the same differ.
 */
import type { Json, JsonObject } from '../json.ts';
import { decodeAttribute, decodeText } from './text.ts';

/** An element as a parser gives it: entities and CDATA resolved, `text` without that of its children. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: readonly XmlElement[];
  readonly text: string;
};

export type FieldsRead =
  /** `takenOut` names the fields whose text has been taken out of the file, such as `outcome.content`; each reads ''. */
  | { readonly ok: true; readonly fields: JsonObject; readonly takenOut: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** The members that `writeFields` wrote as the children of this element. */
export function readFields(element: XmlElement): FieldsRead {
  const reading: Reading = { takenOut: [], problem: null };
  const fields = membersOf(element, '', reading);
  if (reading.problem !== null) return { ok: false, message: reading.problem };
  return { ok: true, fields, takenOut: reading.takenOut };
}

type Reading = { readonly takenOut: string[]; problem: string | null };

function membersOf(element: XmlElement, path: string, reading: Reading): JsonObject {
  const members: { [key: string]: Json } = {};
  for (const child of element.children) {
    const key = child.name === 'entry' ? decodeAttribute(child.attributes.key ?? '') : child.name;
    const at = path === '' ? key : `${path}.${key}`;
    if (Object.hasOwn(members, key)) reading.problem ??= `${at} stands twice`;
    const value = jsonOf(child, at, reading);
    if (key !== '__proto__') members[key] = value;
    // Data like any other, which a plain assignment would not make of it; for all, this would take three times as long.
    else Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return members;
}

function jsonOf(element: XmlElement, path: string, reading: Reading): Json {
  switch (element.attributes.type) {
    case undefined:
      return element.children.length > 0 ? membersOf(element, path, reading) : textOf(element, path, reading);
    case 'array':
      return element.children.map((item, index) => jsonOf(item, `${path}.${index}`, reading));
    case 'object':
      return {};
    case 'null':
      return null;
    case 'boolean':
      if (element.text === 'true' || element.text === 'false') return element.text === 'true';
      break;
    case 'number': {
      const value = Number(element.text);
      if (String(value) === element.text || element.text === '-0') return value;
      break;
    }
    case 'json': {
      const value = parsedJson(textOf(element, path, reading));
      if (value !== undefined) return value;
      break;
    }
  }
  reading.problem ??= `${path} is no ${element.attributes.type}`;
  return null;
}

function textOf(element: XmlElement, path: string, reading: Reading): string {
  const { as: form = 'entities', sha256, salt } = element.attributes;
  if (sha256 !== undefined && salt === undefined) reading.takenOut.push(path);
  if (form === 'entities' || form === 'cdata' || form === 'escaped') return decodeText(form, element.text);
  reading.problem ??= `${path} is written as "${form}", which this format does not know`;
  return '';
}

function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
