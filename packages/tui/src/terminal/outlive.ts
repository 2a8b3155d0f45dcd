/**
 * A terminal that went away says so at every touch, also while it is given back and long after: that must end nothing.
 * So this listener stays for good, one for each stream.
 */
export function outlive(stream: NodeJS.ReadableStream | NodeJS.WritableStream): void {
  if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
}

function ignore(): void {}
