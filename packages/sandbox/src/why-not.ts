/** Why bubblewrap does not work here, and what the person can do about it. Pure. */

/** Null: this kernel has no such setting. */
export type KernelSettings = {
  readonly usernsClone: number | null;
  readonly apparmorRestricts: number | null;
  readonly usernsMax: number | null;
};

const INSTALL =
  'install it (Debian, Ubuntu: sudo apt install bubblewrap; Fedora: sudo dnf install bubblewrap; Arch: sudo pacman -S bubblewrap; Alpine: apk add bubblewrap)';

/** What bubblewrap says where it may not make namespaces, or not set them up. */
const NO_NAMESPACE = /creat(e|ing) new namespace|uid map|gid map|RTM_NEW|Operation not permitted|No space left/i;

/** `message`: the first line of what bubblewrap said; of `no-bash` the numbers of the files; of `absent` nothing. */
export function whyNot(state: 'absent' | 'no-bash' | 'failed', message: string, settings: KernelSettings): string {
  if (state === 'absent') return `bubblewrap is not installed: ${INSTALL}.`;
  if (state === 'no-bash') {
    return `this program was started with open files (${message}) that only bash can keep from commands, and there is no bash: install it, or start from a shell without them.`;
  }
  if (/Can't mount proc/i.test(message)) return becauseOfProc(message);
  if (/Unknown option/i.test(message)) return `bubblewrap is too old (${message}): 0.4 or newer is needed.`;
  if (NO_NAMESPACE.test(message)) return becauseOfNamespaces(message, settings);
  return `bubblewrap does not work here: ${message}`;
}

/** A container that hides parts of /proc lets nobody mount another one. */
function becauseOfProc(message: string): string {
  return `bubblewrap may not mount /proc in this container (${message}): start the container with "--security-opt systempaths=unconfined" (Docker) or "--security-opt unmask=ALL" (Podman).`;
}

function becauseOfNamespaces(message: string, { usernsClone, usernsMax, apparmorRestricts }: KernelSettings): string {
  const may = `bubblewrap may not make namespaces (${message})`;
  if (usernsClone === 0) return `${may}: allow it with "sudo sysctl kernel.unprivileged_userns_clone=1".`;
  if (usernsMax === 0) return `${may}: allow it with "sudo sysctl user.max_user_namespaces=15000".`;
  if (apparmorRestricts === 1) {
    return `${may}: AppArmor forbids it, as Ubuntu has it since 24.04. Give bubblewrap a profile ("sudo apt install apparmor-profiles", then copy /usr/share/apparmor/extra-profiles/bwrap-userns-restrict to /etc/apparmor.d and "sudo systemctl reload apparmor"), or lift it for all with "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0".`;
  }
  return `${may}: in a container, its seccomp profile or its missing rights forbid it ("--security-opt seccomp=unconfined" allows it in Docker).`;
}
