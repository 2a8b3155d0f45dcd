/** The markup inside of a line: emphasis, code, links. What a mark says in colour alone it keeps as written. */
import { oneLine, visible } from '@tagma/protocol';
import type { Token } from 'markdown-it';
import type { Role } from '../../theme/roles.ts';
import type { Line, Span } from '../line.ts';

/** What holds where a text stands. */
type Around = { readonly roles: readonly Role[]; readonly link: string | null };

/** One line for each that the text was broken into. Where `children` is empty the text was too long to be looked into. */
export function inlineLines(content: string, children: readonly Token[] | null): readonly Line[] {
  if (!children || children.length === 0) return content.split('\n').map((each) => [spanOf(each, 'text', null)]);
  const lines: Span[][] = [[]];
  const around: Around[] = [{ roles: [], link: null }];
  for (const token of children) {
    const { roles, link } = around.at(-1) ?? { roles: [], link: null };
    const put = (text: string, role: Role = roles.at(-1) ?? 'text'): void => {
      if (text !== '') lines.at(-1)?.push(spanOf(text, role, link));
    };
    // Models break lines where they mean to: a line that is not marked as broken stays one, too.
    if (token.type === 'softbreak' || token.type === 'hardbreak') lines.push([]);
    else if (token.type === 'code_inline') put(`\`${token.content}\``, 'code');
    else if (token.type === 'image') put(`image: ${`${token.content} ${token.attrGet('src') ?? ''}`.trim()}`, 'link');
    else if (token.nesting > 0) around.push(entered(token, { roles, link }));
    else if (token.nesting < 0) {
      around.pop();
      if (token.type === 'link_close') addressBehind(lines, link);
    } else put(token.content);
    if (token.type === 's_open' || token.type === 's_close') put('~~', 'muted');
  }
  return lines;
}

function entered(token: Token, { roles, link }: Around): Around {
  switch (token.type) {
    case 'strong_open':
      return { roles: [...roles, 'strong'], link };
    case 'em_open':
      return { roles: [...roles, roles.includes('strong') ? 'strong' : 'emphasis'], link };
    case 's_open':
      return { roles: [...roles, 'muted'], link };
    case 'link_open':
      return { roles: [...roles, 'link'], link: visible(String(token.attrGet('href') ?? '')) };
    default:
      return { roles: [...roles, roles.at(-1) ?? 'text'], link };
  }
}

/** Whoever cannot follow a link reads where it leads. */
function addressBehind(lines: Span[][], link: string | null): void {
  if (link === null) return;
  const text = lines
    .flat()
    .filter((span) => span.link === link)
    .map((span) => span.text)
    .join('');
  if (text.endsWith(link) || `mailto:${text}` === link || link === `http://${text}`) return;
  lines.at(-1)?.push(spanOf(` (${link})`, 'muted', link));
}

function spanOf(text: string, role: Role, link: string | null): Span {
  const shown = oneLine(visible(text.replaceAll('\t', ' ')));
  return link === null || link === '' ? { text: shown, role } : { text: shown, role, link };
}
