/**
 * From the XML file to a script. Everything that is wrong with it is found in one go, each with its line, for a script is
 * written by hand.
 */
import {
  type Expectation,
  type Failure,
  FINISHES,
  type NativeCall,
  type Pace,
  REASONING_FIELDS,
  type Reply,
  ROLES,
  type Script,
  type Turn,
  WHERES,
} from './script.ts';
import { readXml, type XmlElement } from './xml.ts';

const PACE_DEFAULT: Pace = { characters: 16, ms: 0 };
const AT_MOST_ONE = ['reasoning', 'function-call', 'usage'];
const BESIDE_REPLY = [...AT_MOST_ONE, 'tool-call'];

/** The script, or all that is wrong with it: one line a problem, `line 3: …`. */
export function parseScript(xml: string): { ok: true; script: Script } | { ok: false; message: string } {
  const read = readXml(xml);
  if (!read.ok) return { ok: false, message: `The script is not well-formed XML: ${read.message}` };
  const reader = new ScriptReader();
  const script = reader.script(read.root);
  return reader.problems.length === 0 ? { ok: true, script } : { ok: false, message: reader.problems.join('\n') };
}

class ScriptReader {
  readonly problems: string[] = [];

  script(element: XmlElement): Script {
    if (element.name !== 'script') this.#problem(element, `the root should be <script>, not <${element.name}>`);
    this.#holds(element, ['model', 'pace'], ['turn'], false);
    if (element.children.length === 0) this.#problem(element, 'a script needs at least one <turn>');
    return {
      model: element.attributes.model ?? 'scripted',
      pace: this.#pace(element),
      turns: element.children.filter(({ name }) => name === 'turn').map((child) => this.#turn(child)),
    };
  }

  #pace(element: XmlElement): Pace {
    const text = element.attributes.pace;
    if (text === undefined) return PACE_DEFAULT;
    const [, characters, ms] = /^([1-9]\d*) characters? every (\d+) ms$/.exec(text.trim()) ?? [];
    if (characters === undefined || ms === undefined) {
      this.#problem(element, `pace="${text}" should read like "12 characters every 4 ms"`);
      return PACE_DEFAULT;
    }
    return { characters: Number(characters), ms: Number(ms) };
  }

  #turn(element: XmlElement): Turn {
    this.#holds(element, [], ['expect', 'reply', 'failure', ...BESIDE_REPLY], false);
    const named = (name: string) => element.children.filter((child) => child.name === name);
    const answers = [...named('reply'), ...named('failure')];
    if (answers.length !== 1) this.#problem(element, 'a turn needs exactly one of <reply> and <failure>');
    for (const extra of AT_MOST_ONE.flatMap((name) => named(name).slice(1))) {
      this.#problem(extra, `a turn has at most one <${extra.name}>`);
    }
    const [answer = element] = answers;
    const fails = answer.name === 'failure';
    const beside = element.children.find(({ name }) => fails && BESIDE_REPLY.includes(name));
    if (beside !== undefined) this.#problem(beside, `<${beside.name}> has no place beside a <failure>`);
    return {
      expectations: named('expect').map((child) => this.#expectation(child)),
      answer: fails ? this.#failure(answer) : this.#reply(answer, named),
    };
  }

  #expectation(element: XmlElement): Expectation {
    this.#holds(element, ['in', 'not-in', 'messages', 'last-role'], [], true);
    const [[attribute] = []] = Object.entries(element.attributes);
    if (Object.keys(element.attributes).length !== 1) {
      this.#problem(element, '<expect> needs exactly one of in, not-in, messages and last-role');
    }
    const text = this.#text(element);
    if (attribute === 'messages' || attribute === 'last-role') {
      if (text !== '') this.#problem(element, `<expect ${attribute}=…> takes no text`);
      if (attribute === 'messages') return { kind: 'messages', count: this.#count(element, 'messages') };
      return { kind: 'last-role', role: this.#oneOf(element, 'last-role', ROLES, 'user') };
    }
    if (text === '') this.#problem(element, '<expect> needs the text that is looked for');
    const name = attribute === 'not-in' ? 'not-in' : 'in';
    const where = this.#oneOf(element, name, WHERES, 'last');
    return { kind: name === 'in' ? 'contains' : 'lacks', where, text };
  }

  #reply(element: XmlElement, beside: (name: string) => readonly XmlElement[]): Reply {
    if (element.name === 'reply') this.#holds(element, ['finish'], [], true);
    const [reasoning] = beside('reasoning');
    const [functionCall] = beside('function-call');
    const [usage] = beside('usage');
    return {
      kind: 'reply',
      text: this.#text(element),
      finish: this.#oneOf(element, 'finish', FINISHES, 'stop'),
      reasoning: reasoning === undefined ? null : this.#reasoning(reasoning),
      toolCalls: beside('tool-call').map((call) => this.#call(call)),
      functionCall: functionCall === undefined ? null : this.#call(functionCall),
      usage: usage === undefined ? null : this.#usage(usage),
    };
  }

  #call(element: XmlElement): NativeCall {
    this.#holds(element, ['name'], [], true);
    const { name } = element.attributes;
    if (name === undefined) this.#problem(element, `<${element.name}> needs the tool's name, as in name="bash"`);
    return { name: name ?? '', arguments: this.#text(element) };
  }

  #reasoning(element: XmlElement): Reply['reasoning'] {
    this.#holds(element, ['field'], [], true);
    return { field: this.#oneOf(element, 'field', REASONING_FIELDS, 'reasoning_content'), text: this.#text(element) };
  }

  #usage(element: XmlElement): Reply['usage'] {
    this.#holds(element, ['input', 'output', 'cached', 'reasoning', 'cost'], [], false);
    const counts = {
      input: this.#count(element, 'input'),
      output: this.#count(element, 'output'),
      ...(element.attributes.cached === undefined ? {} : { cached: this.#count(element, 'cached') }),
      ...(element.attributes.reasoning === undefined ? {} : { reasoning: this.#count(element, 'reasoning') }),
    };
    const cost = Number(element.attributes.cost ?? 0);
    if (!(cost >= 0)) this.#problem(element, 'cost should be a number from 0, such as 0.01');
    return element.attributes.cost === undefined ? counts : { ...counts, cost };
  }

  #failure(element: XmlElement): Failure {
    this.#holds(element, ['status'], [], true);
    const status = this.#count(element, 'status');
    if (status !== 0 && (status < 400 || status > 599)) this.#problem(element, 'status should be between 400 and 599');
    return { kind: 'failure', status, message: this.#text(element) };
  }

  /** CDATA is exact; other text loses the white space at its ends. See the head of `script.ts`. */
  #text(element: XmlElement): string {
    if (element.cdata === null) return element.text.trim();
    if (element.text.trim() !== '')
      this.#problem(element, `<${element.name}> holds both CDATA and other text: use one`);
    return element.cdata;
  }

  #holds(element: XmlElement, attributes: readonly string[], children: readonly string[], text: boolean): void {
    for (const name of Object.keys(element.attributes)) {
      if (!attributes.includes(name)) this.#problem(element, `<${element.name}> has no attribute ${name}`);
    }
    for (const child of element.children) {
      if (!children.includes(child.name)) this.#problem(child, `<${child.name}> has no place in <${element.name}>`);
    }
    if (!text && (element.cdata !== null || element.text.trim() !== '')) {
      this.#problem(element, `<${element.name}> takes no text`);
    }
  }

  #count(element: XmlElement, attribute: string): number {
    const text = element.attributes[attribute];
    if (text !== undefined && /^\d{1,9}$/.test(text)) return Number(text);
    this.#problem(element, `<${element.name}> needs ${attribute} to be a number, as in ${attribute}="400"`);
    return 0;
  }

  #oneOf<Value extends string>(
    element: XmlElement,
    attribute: string,
    values: readonly Value[],
    fallback: Value,
  ): Value {
    const text = element.attributes[attribute];
    const value = text === undefined ? fallback : values.find((one) => one === text);
    if (value !== undefined) return value;
    this.#problem(element, `${attribute}="${text}" should be one of ${values.join(', ')}`);
    return fallback;
  }

  #problem(element: XmlElement, what: string): void {
    this.problems.push(`line ${element.line}: ${what}`);
  }
}
