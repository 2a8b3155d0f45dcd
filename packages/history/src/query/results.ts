/** What an expression gave, in the forms in which it is shown. */
import {
  decodeRecord,
  encodeAttribute,
  encodeText,
  isoTime,
  type Json,
  RECORD_KINDS,
  readFields,
  type XmlElement,
} from '@tagma/protocol';
import { type Element, Node } from 'slimdom';

type Source = (element: Element) => XmlElement | undefined;

/** Of a node its string value; a number, a truth or a date as XPath writes it; a map or an array as JSON. */
export function textOf(value: unknown): string {
  if (value instanceof Node) return stringValue(value);
  return isCollection(value) ? JSON.stringify(jsonOf(value, () => undefined)) : String(value);
}

/** An element and what is in it, a line each; texts as the history writes them. */
export function xmlOf(value: unknown): string {
  if (!(value instanceof Node)) return encodeText(textOf(value)).content;
  if (value.nodeType === Node.DOCUMENT_NODE) return value.childNodes.map(xmlOf).join('\n');
  return value.nodeType === Node.ELEMENT_NODE ? elementText(value as Element, '') : encodeText(textOf(value)).content;
}

export function jsonOf(value: unknown, source: Source): Json {
  if (value instanceof Node)
    return value.nodeType === Node.ELEMENT_NODE ? elementJson(value as Element, source) : textOf(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (Array.isArray(value)) return value.map((each) => jsonOf(each, source));
  if (!isCollection(value)) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, jsonOf(each, source)]));
}

function elementJson(element: Element, source: Source): Json {
  const written = source(element);
  if (written === undefined) return textOf(element);
  if (RECORD_KINDS.some((kind) => kind === written.name)) {
    const record = decodeRecord(written);
    if (!record.ok) return textOf(element);
    const { n, kind, type, at, fields } = record;
    return { n, kind, type, at: isoTime(at), fields };
  }
  const read = readFields({ name: '', attributes: {}, children: [{ ...written, name: 'value' }], text: '' });
  return (read.ok ? read.fields.value : undefined) ?? null;
}

function elementText(element: Element, indent: string): string {
  const opening = `${indent}<${element.nodeName}${element.attributes.map(({ name, value }) => attributeText(name, value)).join('')}`;
  const children = element.childNodes.filter((child) => child.nodeType === Node.ELEMENT_NODE) as Element[];
  if (children.length > 0) {
    const inner = children.map((child) => elementText(child, `${indent}  `)).join('\n');
    return `${opening}>\n${inner}\n${indent}</${element.nodeName}>`;
  }
  const text = stringValue(element);
  return text === '' ? `${opening}/>` : `${opening}>${encodeText(text).content}</${element.nodeName}>`;
}

function attributeText(name: string, value: string): string {
  return ` ${name}="${encodeAttribute(value)}"`;
}

function stringValue(node: Node): string {
  return node.nodeValue ?? node.childNodes.map(stringValue).join('');
}

/** A map or an array; dates, durations and names have a class of their own. */
function isCollection(value: unknown): value is object {
  if (Array.isArray(value)) return true;
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
