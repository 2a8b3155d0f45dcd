/** What each repair means, in a line: for screens, for `tagma parse --explain`, for the page on the protocol. */

const DIALECTS = {
  tag: 'the tool’s own name as the element',
  hermes: 'JSON in `<tool_call>`',
  'qwen-xml': '`<function=NAME>` with `<parameter=KEY>`',
  invoke: '`<invoke name="NAME">` with `<parameter name="KEY">`',
  glm: '`<tool_call>NAME` with `<arg_key>` and `<arg_value>`',
  json: 'a reply that is JSON',
  react: '`Action:` and `Action Input:` on lines of their own',
  kimi: 'JSON between Kimi’s tokens',
  deepseek: 'JSON between DeepSeek’s tokens',
  mistral: 'JSON behind `[TOOL_CALLS]`',
  fence: 'the only block of code for a shell',
  native: 'a call in the endpoint’s own fields',
} as const;

const PLAIN = {
  unclosed: 'a closing tag was left out, and put where it belongs',
  entities: 'a value that was escaped throughout was decoded',
  attribute: 'the tool or a parameter was named in another place than usual',
  fence: 'a code fence around the elements was taken away',
  'after-final': 'what followed the final was dropped',
  'premature-final': 'a final written before the results of the actions were seen was dropped',
  'forged-observation': 'an invented observation was dropped, with all behind it',
} as const;

/** By name. */
export const REPAIRS: { readonly [name: string]: string } = {
  ...PLAIN,
  ...Object.fromEntries(
    Object.entries(DIALECTS).map(([name, form]) => [`dialect:${name}`, `another form was understood: ${form}`]),
  ),
};
