/** How far two colours, `0xrrggbb`, stand out from each other: 1 to 21, as WCAG 2 counts it. */
export function contrast(first: number, second: number): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(rgb: number): number {
  return 0.2126 * linear(rgb >> 16) + 0.7152 * linear((rgb >> 8) & 0xff) + 0.0722 * linear(rgb & 0xff);
}

/** A channel of sRGB, 0 to 255, as light, 0 to 1. */
export function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
