/**
 * How the picture of the chart looks. It brings its own page, so that it can be read on any; where the screen is dark it is
 * dark itself. Sizes are in the units of the picture.
 */
export const NAME_SIZE = 14;
export const LABEL_SIZE = 11;

/** A monospaced letter is 0.6 of its size wide, or a little less, in nearly every such font. */
export const LETTER = 0.6;

/** Arrows that need no label, for the legend names their colour. */
export const COMMON_LOOKS = ['common-1', 'common-2', 'common-3'];

type Colours = Readonly<
  Record<'page' | 'border' | 'name' | 'label' | 'line' | 'waits' | 'passes' | 'rests', string>
> & {
  readonly fills: Readonly<Record<'waits' | 'passes' | 'rests', string>>;
  readonly common: readonly string[];
};

const LIGHT: Colours = {
  ...{ page: '#ffffff', border: '#d5dce3', name: '#1b2733', label: '#33424f', line: '#5f7083' },
  ...{ waits: '#3b6fb5', passes: '#8795a3', rests: '#2e8b57' },
  common: ['#c0705c', '#8a63b8', '#b08a2e'],
  fills: { waits: '#eaf1fb', passes: '#f6f8fa', rests: '#e6f5ea' },
};

const DARK: Colours = {
  ...{ page: '#0f1720', border: '#2b3947', name: '#e6edf3', label: '#b9c6d3', line: '#8496aa' },
  ...{ waits: '#6ea2e6', passes: '#76879a', rests: '#56b981' },
  common: ['#c77a67', '#a98bd6', '#c2a04a'],
  fills: { waits: '#16273d', passes: '#161f29', rests: '#12291d' },
};

export const STYLE = [
  'text{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;text-anchor:middle}',
  `.name{font-size:${NAME_SIZE}px;font-weight:600}.label,.legend{font-size:${LABEL_SIZE}px}.legend{text-anchor:start}`,
  '.state{stroke-width:1.5}.passes{stroke-dasharray:5 3}.rests{stroke-width:2.5}',
  '.arrow{fill:none;stroke-width:1.3}',
  coloured(LIGHT),
  `@media (prefers-color-scheme:dark){${coloured(DARK)}}`,
].join('');

function coloured({ page, border, name, label, line, common, waits, passes, rests, fills }: Colours): string {
  return [
    `.page{fill:${page};stroke:${border}}.chip{fill:${page};fill-opacity:0.85}`,
    `.name{fill:${name}}.label,.legend{fill:${label}}`,
    `.arrow{stroke:${line}}.head,.dot{fill:${line}}`,
    ...COMMON_LOOKS.map((look, i) => `.arrow.${look}{stroke:${common[i]}}.head.${look}{fill:${common[i]}}`),
    `.waits{fill:${fills.waits};stroke:${waits}}.passes{fill:${fills.passes};stroke:${passes}}`,
    `.rests{fill:${fills.rests};stroke:${rests}}.final{fill:${fills.passes};stroke:${name}}`,
  ].join('');
}
