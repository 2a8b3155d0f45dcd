/**
 * Secrets that can be told by their look alone, whoever set them: what services issue under prefixes of their own, signed
 * tokens, private keys, passwords in addresses. A hit changes what the model reads, so a row stands here only where a false
 * hit is as good as impossible: a prefix that no word has, the length that is issued, and a body that looks drawn by
 * chance. What a service issues without a prefix (32 hex digits, say) is told only by what stands before it, or not at all.
 * Whoever has more asks for it by a pattern of their own, in the configuration.
 */
import { literal } from './text-search.ts';

/** How a kind of secret is told. */
export type SecretPattern = {
  /** What stands in the place of the secret: `[redacted:NAME~k3f9]`. */
  readonly name: string;
  /** How each match begins, letter for letter: that is looked for first. */
  readonly begins: readonly string[];
  /** A match, from there on; sticky. The secret is its group `secret`, or all of it. */
  readonly form: RegExp;
  /** What a match that has not ended yet consists of; sticky too. */
  readonly inside: RegExp;
  /** No match is longer, in characters. */
  readonly charactersMax: number;
  /** Whether what the form has matched really is one: the last word. */
  readonly isSecret: (secret: string) => boolean;
  /** Whether a secret is as it stands where it comes from; one that was cut is never put back. Left out: all are. */
  readonly isWhole?: (secret: string) => boolean;
  /** Told only by what stands before it: once known, it is a secret wherever it stands. */
  readonly byContext?: true;
};

/** At a border of words; behind an escape (`\n` in JSON, `%3D`) or a colour of the terminal there is one too. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with ESC
const START = /(?:(?<![A-Za-z0-9_])|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2})|(?<=\x1b\[[\d;]{0,20}m))/.source;
const TOKEN_CHARACTERS = /[A-Za-z0-9_.+/=:-]*/y;
const TOKEN_CHARACTERS_MAX = 1_000;

/** Name, prefixes, and the body behind them, which must not go on. */
const TOKENS: readonly (readonly [name: string, begins: string, body: string])[] = [
  ['github-token', 'ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9]{36,255}'],
  ['github-token', 'github_pat_', '[A-Za-z0-9]{22}_[A-Za-z0-9]{59}'],
  [
    'gitlab-token',
    'glpat- gldt- glptt- glrt- glcbt- glsoat- glft- glimt- glagent- glffct- glwt-',
    '(?:t\\d_)?[A-Za-z0-9_-]{20,300}(?:\\.[A-Za-z0-9]{2,20}){0,2}',
  ],
  ['slack-token', 'xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs-', '(?:\\d{1,20}-){1,3}[A-Za-z0-9-]{20,250}'],
  ['slack-token', 'xapp-', '\\d-[A-Z0-9]{8,20}-\\d{8,20}-[a-f0-9]{64}'],
  ['slack-webhook', 'hooks.slack.com/services/', 'T[A-Z0-9]{6,20}/B[A-Z0-9]{6,20}/[A-Za-z0-9]{24}'],
  ['discord-webhook', 'discord.com/api/webhooks/ discordapp.com/api/webhooks/', '\\d{17,20}/[A-Za-z0-9_-]{60,80}'],
  ['stripe-key', 'sk_live_ sk_test_ rk_live_ rk_test_', '[A-Za-z0-9]{24,250}'],
  ['webhook-secret', 'whsec_', '[A-Za-z0-9+/]{32,100}={0,2}'],
  ['openai-key', 'sk-proj- sk-svcacct- sk-admin-', '[A-Za-z0-9_-]{40,250}'],
  ['anthropic-key', 'sk-ant-', '[a-z]{2,6}\\d\\d-[A-Za-z0-9_-]{60,150}'],
  ['openrouter-key', 'sk-or-v1-', '[0-9a-f]{64}'],
  // OpenAI's older keys, DeepSeek, Moonshot, gateways: no word has so many letters and digits without a hyphen.
  ['api-key', 'sk-', '[A-Za-z0-9]{32,64}'],
  ['groq-key', 'gsk_', '[A-Za-z0-9]{52}'],
  ['xai-key', 'xai-', '[A-Za-z0-9]{70,90}'],
  ['perplexity-key', 'pplx-', '[A-Za-z0-9]{40,60}'],
  ['nvidia-key', 'nvapi-', '[A-Za-z0-9_-]{60,70}'],
  ['cerebras-key', 'csk-', '[a-z0-9]{48}'],
  ['huggingface-token', 'hf_ api_org_', '[A-Za-z0-9]{34,40}'],
  ['replicate-token', 'r8_', '[A-Za-z0-9]{37,40}'],
  ['tavily-key', 'tvly-', '(?:dev-|prod-)?[A-Za-z0-9]{32}'],
  ['google-key', 'AIza', '[A-Za-z0-9_-]{35}'],
  ['google-client-secret', 'GOCSPX-', '[A-Za-z0-9_-]{28}'],
  ['google-token', 'ya29.', '[A-Za-z0-9_-]{40,1000}(?:\\.[A-Za-z0-9_-]{1,500})?'],
  ['npm-token', 'npm_', '[A-Za-z0-9]{36}'],
  ['pypi-token', 'pypi-Ag', '[A-Za-z0-9_-]{80,500}'],
  ['rubygems-key', 'rubygems_', '[0-9a-f]{48}'],
  ['docker-token', 'dckr_pat_ dckr_oat_', '[A-Za-z0-9_-]{27,40}'],
  ['digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', '[0-9a-f]{64}'],
  ['vault-token', 'hvs. hvb. hvr.', '[A-Za-z0-9_-]{24,300}'],
  ['databricks-token', 'dapi', '[0-9a-f]{32}(?:-\\d)?'],
  ['sendgrid-key', 'SG.', '[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}'],
  ['shopify-token', 'shpat_ shpca_ shppa_ shpss_', '[0-9a-fA-F]{32}'],
  ['square-token', 'sq0atp- sq0csp-', '[A-Za-z0-9_-]{22,43}'],
  ['linear-key', 'lin_api_', '[A-Za-z0-9]{40}'],
  ['notion-token', 'ntn_', '[A-Za-z0-9]{46}'],
  ['atlassian-token', 'ATATT3', '[A-Za-z0-9_=-]{180,250}'],
  ['figma-token', 'figd_', '[A-Za-z0-9_-]{40,60}'],
  ['postman-key', 'PMAK-', '[0-9a-f]{24}-[0-9a-f]{34}'],
  ['grafana-token', 'glsa_', '[A-Za-z0-9]{32}_[0-9a-f]{8}'],
  ['newrelic-key', 'NRAK-', '[A-Z0-9]{27}'],
  ['sentry-token', 'sntryu_', '[0-9a-f]{64}'],
  ['doppler-token', 'dp.pt. dp.st. dp.ct.', '[A-Za-z0-9_.]{40,60}'],
  ['pulumi-token', 'pul-', '[0-9a-f]{40}'],
  ['supabase-key', 'sbp_', '[0-9a-f]{40}'],
  ['supabase-key', 'sb_secret_', '[A-Za-z0-9_-]{31}'],
  ['planetscale-token', 'pscale_pw_ pscale_tkn_ pscale_oauth_', '[A-Za-z0-9_.=-]{32,64}'],
  ['netlify-token', 'nfp_', '[A-Za-z0-9]{36}'],
  ['age-key', 'AGE-SECRET-KEY-1', '[0-9A-Z]{58}'],
];

const MIXED_CHARACTERS_MIN = 6;

/** What is drawn by chance has many different characters, and is no row of words. */
function isDrawn(body: string): boolean {
  return new Set(body).size >= MIXED_CHARACTERS_MIN && !/^(?:[a-z_.-]+|[A-Z_.-]+)$/.test(body);
}

function tokenPattern([name, prefixes, body]: (typeof TOKENS)[number]): SecretPattern {
  const begins = prefixes.split(' ');
  return {
    name,
    begins,
    form: new RegExp(`${START}(?:${begins.map(literal).join('|')})${body}(?![A-Za-z0-9_])`, 'dy'),
    inside: TOKEN_CHARACTERS,
    charactersMax: TOKEN_CHARACTERS_MAX,
    isSecret: (secret) => isDrawn(secret.slice(begins.find((begin) => secret.startsWith(begin))?.length)),
  };
}

/** Ids and keys of AWS; the two that its documents show are none. */
const AWS: readonly SecretPattern[] = [
  {
    name: 'aws-key-id',
    begins: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    form: new RegExp(`${START}A(?:KI|SI|BI|CC)A[A-Z2-7]{16}(?![A-Za-z0-9_])`, 'dy'),
    inside: TOKEN_CHARACTERS,
    charactersMax: 20,
    isSecret: (secret) => !secret.endsWith('EXAMPLE') && new Set(secret).size > MIXED_CHARACTERS_MIN,
  },
  {
    name: 'aws-secret-key',
    begins: ['secret_access_key', 'SECRET_ACCESS_KEY', 'SecretAccessKey', 'secretAccessKey'],
    form: /(?:secret_access_key|SECRET_ACCESS_KEY|[sS]ecretAccessKey)\\?["']?[ \t]{0,20}(?:=|:|=>|,)[ \t]{0,20}\\?["']?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dy,
    inside: /[\\"']*[ \t]*[=:>,]*[ \t]*[\\"']*[A-Za-z0-9/+]*/y,
    charactersMax: 120,
    isSecret: (secret) => !secret.endsWith('EXAMPLEKEY') && isDrawn(secret),
    byContext: true,
  },
  {
    name: 'aws-session-token',
    begins: ['IQoJ', 'FwoG', 'FQoG'],
    // A slash or a plus is one of its own characters: within a run of them it does not begin, however often it seems to.
    form: new RegExp(`(?<![/+])${START}(?:IQoJ|FwoG|FQoG)[A-Za-z0-9/+]{100,4000}={0,2}`, 'dy'),
    inside: TOKEN_CHARACTERS,
    charactersMax: 4_010,
    isSecret: isDrawn,
  },
];

/** A header and a payload in JSON, and a signature: what carries none is signed by nobody, and opens nothing. */
const JWT: SecretPattern = {
  name: 'jwt',
  begins: ['eyJ'],
  form: new RegExp(`${START}eyJ[\\w-]{10,2000}\\.eyJ[\\w-]{10,8000}\\.[\\w-]{16,2000}`, 'dy'),
  inside: TOKEN_CHARACTERS,
  charactersMax: 12_010,
  isSecret: isDrawn,
};

/** No key has a longer one: 16,384 bits of RSA are 12,500 characters. */
const KEY_CHARACTERS_MAX = 16_384;
const KEY_LINES_MAX = 400;
const KEY_MARK = '(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----';
const KEY_HEADER = String.raw`(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): [^\r\n\\]{0,200}`;
/** As it is, or as JSON writes it. */
const LINE_END = String.raw`(?:\r?\n|\\{1,4}(?:r\\{1,4})?n)`;
const LINE_OVER = String.raw`["',+ \t]{0,8}(?=${LINE_END}|$)`;
/** A number, a quote, the sign of a diff. */
const BEFORE_LINE = String.raw`[ \t>|:;,.'"()\d+-]{0,24}`;

/**
 * What may stand in a block: a line of base64, or a header; a line whose end is long enough to be one of a key, whatever stands
 * before it (the name of a file, a time); the beginning of one that was cut; the next word, where lines have become words.
 */
const KEY_LINE = [
  `${LINE_END}${BEFORE_LINE}(?:${KEY_HEADER}|[A-Za-z0-9+/]{0,80}={0,2})${LINE_OVER}`,
  String.raw`${LINE_END}[^\r\n\\]{0,100}?(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{60,}={0,2}${LINE_OVER}`,
  `${LINE_END}${BEFORE_LINE}[A-Za-z0-9+/]{20,}={0,2}`,
  ' {1,4}[A-Za-z0-9+/]{20,}={0,2}',
].join('|');
const KEY_LINES = String.raw`["',+ \t]{0,8}(?:${KEY_LINE})`;

/**
 * A private key in PEM or of PGP, to its end: its lines may be quoted, numbered, indented, or be one with `\n` in it; between
 * two markers in code no line is so long. One without an end is over before the first line that can be none of its own.
 */
const PRIVATE_KEY: SecretPattern = {
  name: 'private-key',
  begins: ['-----BEGIN '],
  form: new RegExp(
    String.raw`-----BEGIN ${KEY_MARK}(?:(?:[A-Za-z0-9+/=\s\\:;,.'"|>()]|-(?!----BEGIN)){60,${KEY_CHARACTERS_MAX}}?-----END ${KEY_MARK}` +
      String.raw`|${KEY_LINES}{1,${KEY_LINES_MAX}}(?:${LINE_END}[^\r\n\\]{0,100}?-----END ${KEY_MARK})?)`,
    'dy',
  ),
  // Up to the whole of the marker at its end; of the last line anything may become of a key.
  inside: new RegExp(
    String.raw`[A-Z0-9 ]{0,80}-{0,5}(?:(?:[A-Za-z0-9+/=\s\\:;,.'"|>()]|-(?!----END ${KEY_MARK}))*$` +
      String.raw`|(?:${KEY_LINES}{1,${KEY_LINES_MAX}})?(?:${LINE_END}(?!.{0,100}-----END ${KEY_MARK})[^\r\n\\]{0,200}\\{0,4}r?\\{0,4})?)`,
    'y',
  ),
  charactersMax: KEY_CHARACTERS_MAX + 200,
  isSecret: (block) => /[A-Za-z0-9+/]{40}/.test(block),
  isWhole: isWholeKey,
};

/** With one blank before it, or a sign, it stands in a diff. */
const WHOLE_KEY_LINE = new RegExp(
  String.raw`^(?: {2,}|\t+)?["']?(?:-----(?:BEGIN|END) .*|${KEY_HEADER}|=?[A-Za-z0-9+/]*={0,2})["',+ \t]*$`,
);

/** Whether it can stand where a key belongs: it has its end, and before its lines nothing but what files have there. */
function isWholeKey(block: string): boolean {
  const lines = block.split(new RegExp(LINE_END));
  return lines.length > 2 && block.endsWith('-----') && lines.every((line) => WHOLE_KEY_LINE.test(line));
}

/** `scheme://name:PASSWORD@host`; not what documents and tests say there, and no variable in its place. */
const URL_PASSWORD: SecretPattern = {
  name: 'url-password',
  begins: ['://'],
  form: /:\/\/(?<user>[^\s/:@?#"'`<>\\]{0,100}):(?<secret>[\x21-\x7e]{8,200}?)@(?!(?:[\w.-]{1,100}\.)?example\.)[A-Za-z0-9[]/dy,
  inside: /[^\s/?#"'`<>\\]*/y,
  charactersMax: 310,
  isSecret: isPassword,
};

const SAID_FOR_A_PASSWORD =
  /^(?:(?:my|your|the)?[-_]?(?:pass(?:word|wd|wort|phrase)?|secret|token|key|pwd|example|test)[-_]?)+\d*$/i;

function isPassword(text: string): boolean {
  if (/[\s/@?#"'`<>\\{}$]|^%|\*\*|\.\.\./.test(text) || SAID_FOR_A_PASSWORD.test(text)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(text));
  return kinds.length >= 2 && new Set(text).size >= MIXED_CHARACTERS_MIN;
}

/** What stands behind names that are given to nothing but secrets. */
const NAMED: readonly SecretPattern[] = [
  {
    name: 'npm-token',
    begins: ['_authToken'],
    form: /_authToken[ \t]{0,5}=[ \t]{0,5}"?(?<secret>[A-Za-z0-9_+/.=-]{20,250})/dy,
    inside: /[ \t]*=?[ \t]*"?[A-Za-z0-9_+/.=-]*/y,
    charactersMax: 280,
    isSecret: isDrawn,
    byContext: true,
  },
  {
    name: 'azure-storage-key',
    begins: ['AccountKey='],
    form: /AccountKey=(?<secret>[A-Za-z0-9+/]{86}==)/dy,
    inside: TOKEN_CHARACTERS,
    charactersMax: 100,
    isSecret: isDrawn,
    byContext: true,
  },
  {
    name: 'bearer-token',
    begins: ['Bearer ', 'bearer '],
    form: /[Bb]earer (?<secret>(?=[A-Za-z._~+/-]{0,250}\d)[A-Za-z0-9_.~+/-]{24,2000}={0,2})(?![A-Za-z0-9_])/dy,
    inside: /[A-Za-z0-9_.~+/=-]*/y,
    charactersMax: 2_010,
    isSecret: isDrawn,
    byContext: true,
  },
  {
    name: 'telegram-token',
    begins: [':AA'],
    form: /(?<=(?<!\d)\d{8,10}):(?<secret>AA[A-Za-z0-9_-]{33})(?![A-Za-z0-9_-])/dy,
    inside: TOKEN_CHARACTERS,
    charactersMax: 40,
    isSecret: isDrawn,
    byContext: true,
  },
  {
    name: 'terraform-token',
    begins: ['.atlasv1.'],
    form: /(?<=(?<![A-Za-z0-9])[A-Za-z0-9]{14})\.atlasv1\.(?<secret>[A-Za-z0-9_=-]{60,70})(?![A-Za-z0-9_])/dy,
    inside: TOKEN_CHARACTERS,
    charactersMax: 90,
    isSecret: isDrawn,
    byContext: true,
  },
];

export const SECRET_PATTERNS: readonly SecretPattern[] = [
  ...AWS,
  ...TOKENS.map(tokenPattern),
  JWT,
  PRIVATE_KEY,
  URL_PASSWORD,
  ...NAMED,
];
