/** Images: their size in pixels, by a library that is loaded when it is needed. */

export type Pixels = { readonly width: number; readonly height: number };

/** By the beginning of the file; null where it does not say. */
export async function pixelsOf(head: Buffer): Promise<Pixels | null> {
  try {
    const { imageSize } = await import('image-size');
    const { width, height } = imageSize(head);
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  }
}
