/** The head of a Markdown file between two lines of three dashes, and the text below it. Pure. */

const HEAD = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/;
const MEMBER = /^([A-Za-z][\w-]*)[ \t]*:[ \t]*(.*?)[ \t]*$/;

export type Parted = {
  /** What stands at the beginning of a line as `name: value`, without quotation marks around it. The rest is passed over. */
  readonly members: ReadonlyMap<string, string>;
  readonly text: string;
};

/** @param file with `\n` at the end of its lines */
export function parted(file: string): Parted {
  const [head = '', lines] = HEAD.exec(file) ?? [];
  if (lines === undefined) return { members: new Map(), text: file.trim() };
  const members = lines.split('\n').flatMap((line): [string, string][] => {
    const [, name, value = ''] = MEMBER.exec(line) ?? [];
    return name === undefined ? [] : [[name, unquoted(value)]];
  });
  return { members: new Map(members), text: file.slice(head.length).trim() };
}

function unquoted(value: string): string {
  const [, , inner] = /^(["'])(.*)\1$/.exec(value) ?? [];
  return inner ?? value;
}
