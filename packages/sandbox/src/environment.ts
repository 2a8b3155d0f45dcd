/** The variables that a confined command gets: all but those that lead out of the sandbox, and those that hold secrets. */

/** Where sockets are, and who is asked for what a sandbox keeps from a command. */
const LEADS_OUT: ReadonlySet<string> = new Set([
  // Agents that sign, and unlock.
  ...['SSH_AUTH_SOCK', 'SSH_AGENT_PID', 'SSH_ASKPASS', 'GPG_AGENT_INFO', 'GIT_ASKPASS', 'SUDO_ASKPASS', 'KRB5CCNAME'],
  ...['GNOME_KEYRING_CONTROL', 'GCR_AUTH_SOCK'],
  // The desktop.
  ...['DBUS_SESSION_BUS_ADDRESS', 'DBUS_STARTER_ADDRESS', 'AT_SPI_BUS_ADDRESS', 'DISPLAY', 'WAYLAND_DISPLAY'],
  ...['WAYLAND_SOCKET', 'XAUTHORITY', 'ICEAUTHORITY', 'SESSION_MANAGER', 'XDG_RUNTIME_DIR', 'PULSE_SERVER'],
  ...['PIPEWIRE_REMOTE', 'I3SOCK', 'SWAYSOCK', 'HYPRLAND_INSTANCE_SIGNATURE', 'NIRI_SOCKET'],
  // Terminals, multiplexers and editors that take commands.
  ...['TMUX', 'TMUX_PANE', 'TMUX_TMPDIR', 'STY', 'ZELLIJ', 'ZELLIJ_SESSION_NAME', 'KITTY_LISTEN_ON', 'KITTY_PID'],
  ...['ALACRITTY_SOCKET', 'WEZTERM_UNIX_SOCKET', 'WEZTERM_PANE', 'NVIM', 'NVIM_LISTEN_ADDRESS', 'VIM_SERVERNAME'],
  ...['VSCODE_IPC_HOOK_CLI', 'VSCODE_GIT_IPC_HANDLE', 'VSCODE_GIT_ASKPASS_NODE', 'VSCODE_GIT_ASKPASS_MAIN'],
  ...['VSCODE_GIT_ASKPASS_EXTRA_ARGS', 'TERMINATOR_DBUS_NAME', 'GNOME_TERMINAL_SERVICE', 'KONSOLE_DBUS_SERVICE'],
  // Services of the machine.
  ...['DOCKER_HOST', 'CONTAINER_HOST', 'PODMAN_HOST', 'LISTEN_FDS', 'LISTEN_PID', 'LISTEN_FDNAMES', 'NOTIFY_SOCKET'],
  ...['JOURNAL_STREAM', 'WSL_INTEROP'],
]);

/** A word of a name that says: this is a secret. Words are parted by `_`; `TOKENIZERS_PARALLELISM` has none of them. */
const SECRET_WORD =
  /(^|_)(TOKENS?|SECRETS?|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|APIKEYS?|CREDENTIALS?|CREDS?|AUTHTOKEN|COOKIES?)($|_)/;
const SECRET_KEY = /(^|_)(API|ACCESS|PRIVATE|SECRET|ENCRYPTION|SIGNING|MASTER|ACCOUNT)_KEYS?($|_)|:_(AUTH|PASSWORD)/;
/** Named like secrets, and none: folders, and numbers (`MAX_TOKENS=4096`). */
const HARMLESS_NAME = /^(OLD)?PWD$/;
const HARMLESS_VALUE = /^(\d*|true|false)$/i;
/** An address with a password in it: `scheme://name:password@host`. */
const PASSWORD_IN_ADDRESS = /^[a-z][a-z\d+.-]*:\/\/[^\s/:@]*:[^\s/@]+@/i;

/** The way to a network that a command has been allowed is not taken from it. */
const PROXY = /^(https?|ftp|all)_proxy$/i;

/** All that are named like secrets or hold an address with a password are left out, but for those that `kept` names. */
export function confinedEnvironment(
  environment: NodeJS.ProcessEnv,
  kept: readonly string[],
  set: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv {
  const passed = Object.entries(environment).filter(
    ([name, value]) => kept.includes(name) || !(LEADS_OUT.has(name) || isSecret(name, value ?? '')),
  );
  return { ...Object.fromEntries(passed), ...set };
}

export function isSecret(name: string, value: string): boolean {
  const upper = name.toUpperCase();
  if (HARMLESS_NAME.test(upper) || HARMLESS_VALUE.test(value) || PROXY.test(name)) return false;
  return SECRET_WORD.test(upper) || SECRET_KEY.test(upper) || PASSWORD_IN_ADDRESS.test(value);
}

/** What the loader of programs goes by: a folder of libraries in the project would be looked into by the sandbox itself. */
const OF_THE_LOADER = /^(LD_|DYLD_)|^(GLIBC_TUNABLES|GCONV_PATH|LOCPATH|NLSPATH)$/;

/** In two: what the sandbox's own program gets, and what is only for the command in it. */
export function withoutLoader(environment: NodeJS.ProcessEnv) {
  const entries = Object.entries(environment);
  const isForLoader = ([name]: [string, unknown]) => OF_THE_LOADER.test(name);
  return {
    environment: Object.fromEntries(entries.filter((entry) => !isForLoader(entry))),
    inside: Object.fromEntries(entries.filter(isForLoader)),
  };
}
