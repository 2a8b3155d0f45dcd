/**
 * What no command sees. Only what exists is hidden, so a long list costs a look at each and no more. Names that hold more
 * than a secret and without which a build cannot begin are not in here: `.m2/settings.xml`, `.gradle/gradle.properties`,
 * `pip.conf`, `.gitconfig`. docs/sandbox.md says so.
 */
import { join } from 'node:path';

/** What is Tagma's own: its keys and settings, and what it keeps of sessions. */
const OWN = ['.config/tagma', '.local/state/tagma'];
const KEYS = [
  // Keys and agents.
  ...['.ssh', '.gnupg', '.password-store', '.1password', '.vault-token', '.config/op', '.config/sops', '.config/age'],
  ...['.local/share/keyrings', '.local/share/kwalletd', '.config/keepassxc', '.config/Bitwarden', '.config/1Password'],
  // Clouds, clusters, containers.
  ...[
    '.aws',
    '.azure',
    '.kube',
    '.docker',
    '.dockercfg',
    '.config/gcloud',
    '.config/doctl',
    '.config/containers/auth.json',
  ],
  ...[
    '.terraform.d/credentials.tfrc.json',
    '.terraformrc',
    '.s3cfg',
    '.boto',
    '.config/rclone',
    '.databrickscfg',
    '.fly',
  ],
  ...['.config/heroku', '.config/configstore', '.config/netlify', '.config/vercel', '.local/share/com.vercel.cli'],
  // Forges, registries, databases.
  ...[
    '.config/gh',
    '.config/glab-cli',
    '.config/hub',
    '.git-credentials',
    '.config/git/credentials',
    '.netrc',
    '_netrc',
  ],
  ...[
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.pypirc',
    '.cargo/credentials',
    '.cargo/credentials.toml',
    '.gem/credentials',
  ],
  ...['.composer/auth.json', '.config/composer/auth.json', '.m2/settings-security.xml'],
  ...['.pgpass', '.my.cnf', '.mylogin.cnf', '.config/pgcli'],
  // Agents, this one included.
  ...[...OWN, '.claude/.credentials.json', '.claude.json', '.codex/auth.json'],
  ...['.gemini/oauth_creds.json', '.config/github-copilot', '.local/share/opencode/auth.json', '.aider.conf.yml'],
];

/** Cookies, saved passwords, messages. */
const PROFILES = [
  ...[
    '.mozilla',
    '.thunderbird',
    '.config/google-chrome',
    '.config/chromium',
    '.config/BraveSoftware',
    '.config/vivaldi',
  ],
  ...['.config/microsoft-edge', '.config/opera', '.var/app', 'snap/firefox', 'snap/chromium', 'snap/thunderbird'],
  ...['.config/Signal', '.config/Slack', '.config/discord', '.local/share/TelegramDesktop', '.config/Element'],
  ...['Library/Keychains', 'Library/Cookies', 'Library/Safari', 'Library/Messages', 'Library/Mail'],
  ...['Library/Application Support/Google/Chrome', 'Library/Application Support/Firefox'],
  ...['Library/Application Support/com.apple.TCC', 'Library/Containers/com.apple.Safari'],
];

/** What was typed: keys among it. */
const HISTORIES = [
  ...['.bash_history', '.zsh_history', '.zhistory', '.history', '.ash_history', '.local/share/fish/fish_history'],
  ...['.python_history', '.node_repl_history', '.irb_history', '.psql_history', '.mysql_history', '.sqlite_history'],
  ...['.rediscli_history', '.mongosh', '.lesshst', '.viminfo', '.local/share/recently-used.xbel'],
];

/** Who has these may look at the screen and type into it. */
const SCREEN = ['.Xauthority', '.ICEauthority'];

/** What root alone may read: it counts where Tagma runs as root. */
const OF_THE_SYSTEM = [
  ...['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/krb5.keytab', '/etc/ssl/private'],
  ...['/etc/ssh/ssh_host_rsa_key', '/etc/ssh/ssh_host_ecdsa_key', '/etc/ssh/ssh_host_ed25519_key', '/etc/wireguard'],
  ...['/etc/NetworkManager/system-connections', '/etc/rancher', '/etc/kubernetes', '/var/lib/docker', '/var/lib/lxd'],
];

/** Variables that name a secret file or folder; some name several, with colons between. */
const NAMED_BY = [
  ...[
    'GNUPGHOME',
    'AWS_SHARED_CREDENTIALS_FILE',
    'AWS_CONFIG_FILE',
    'KUBECONFIG',
    'DOCKER_CONFIG',
    'PASSWORD_STORE_DIR',
  ],
  ...['GOOGLE_APPLICATION_CREDENTIALS', 'CLOUDSDK_CONFIG', 'AZURE_CONFIG_DIR', 'NETRC', 'PGPASSFILE', 'HISTFILE'],
  ...['XAUTHORITY', 'ICEAUTHORITY', 'NPM_CONFIG_USERCONFIG', 'npm_config_userconfig', 'GH_CONFIG_DIR', 'TAGMA_CONFIG'],
  ...['KRB5_KTNAME', 'VAULT_TOKEN_FILE', 'SOPS_AGE_KEY_FILE'],
];

/** The paths of all that is hidden by itself, whether it exists or not. */
export function secretPaths(home: string, environment: NodeJS.ProcessEnv): readonly string[] {
  const inHome = [...KEYS, ...PROFILES, ...HISTORIES, ...SCREEN];
  return [...placesOf(inHome, home, environment), ...namedBy(NAMED_BY, environment), ...OF_THE_SYSTEM];
}

/** The same of what is Tagma's own alone. */
export function ownPaths(home: string, environment: NodeJS.ProcessEnv): readonly string[] {
  return [...placesOf(OWN, home, environment), ...namedBy(['TAGMA_CONFIG'], environment)];
}

function placesOf(inHome: readonly string[], home: string, environment: NodeJS.ProcessEnv): readonly string[] {
  return [
    ...inHome.map((path) => `${home}/${path}`),
    ...movedTo(inHome, '.config/', environment.XDG_CONFIG_HOME),
    ...movedTo(inHome, '.local/share/', environment.XDG_DATA_HOME),
    ...movedTo(inHome, '.local/state/', environment.XDG_STATE_HOME),
  ];
}

function namedBy(variables: readonly string[], environment: NodeJS.ProcessEnv): readonly string[] {
  return variables.flatMap((name) => environment[name]?.split(':') ?? []).filter((path) => path.startsWith('/'));
}

/** The same in the folder that stands for `.config/` and its like. */
function movedTo(paths: readonly string[], from: string, folder: string | undefined): readonly string[] {
  if (!folder?.startsWith('/')) return [];
  return paths.filter((path) => path.startsWith(from)).map((path) => join(folder, path.slice(from.length)));
}
