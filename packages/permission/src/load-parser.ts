/** The parser of shell commands, loaded with the first of them. To import it anew for each would take a tenth of what its facts take. */
type Unbash = typeof import('unbash');

let loaded: Unbash | null = null;

export async function loadParser(): Promise<Unbash> {
  loaded ??= await import('unbash');
  return loaded;
}
