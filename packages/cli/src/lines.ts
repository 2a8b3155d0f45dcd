/** Standard input, whole or as lines, and standard output. */

/** One line a case, ended by LF and by nothing else: a string in JSON may hold what others take for the end of a line. */
export async function* inputLines(): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  sayIfTyped();
  for await (const piece of process.stdin) {
    const lines = decoder.decode(piece as Buffer, { stream: true }).split('\n');
    for (const end of lines.slice(0, -1)) {
      const line = [...begun, end].join('');
      begun = [];
      if (line.trim() !== '') yield line;
    }
    begun.push(lines.at(-1) ?? '');
  }
  const last = begun.join('') + decoder.decode();
  if (last.trim() !== '') yield last;
}

export async function wholeInput(): Promise<Buffer> {
  const pieces: Buffer[] = [];
  sayIfTyped();
  for await (const piece of process.stdin) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Without it, somebody who forgot the pipe would see nothing at all. */
function sayIfTyped(): void {
  if (process.stdin.isTTY) process.stderr.write('tagma: reading what you type, up to Ctrl-D on a line of its own.\n');
}

/** Writes, and waits where the reader is slower. */
export async function print(text: string): Promise<void> {
  if (process.stdout.write(text)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}
