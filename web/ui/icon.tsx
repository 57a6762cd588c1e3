import type { ReactElement } from 'react'

/** 16-unit outlines, drawn for this product; stroke takes the text's colour. */
const PATHS = {
  add: 'M8 3v10M3 8h10',
  back: 'M10 3 5 8l5 5',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1 1H3zM7 14h2',
  box: 'M2.5 5 8 2l5.5 3v6L8 14l-5.5-3zM2.5 5 8 8l5.5-3M8 8v6',
  camera: 'M2 5h3l1-2h4l1 2h3v8H2zM8 6.5a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3',
  card: 'M2 4h12v8H2zM2 7h12',
  cart: 'M1.5 2.5h2L5.4 10h6.8l1.6-5.2H4.2M6 13.2h.01M11.6 13.2h.01',
  chart: 'M2.5 13.5h11M4 11V8M8 11V4M12 11V6',
  chat: 'M2.5 3h11v8.5H7L4 14v-2.5H2.5zM5.5 6h5M5.5 8.5h3',
  check: 'm3 8.5 3.2 3.2L13 5',
  close: 'm4 4 8 8M12 4l-8 8',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  down: 'm4 6 4 4 4-4',
  edit: 'm3 13 .6-2.8L10.8 3 13 5.2 5.8 12.4z',
  export: 'M8 2v8M5 7l3 3 3-3M3 13h10',
  factory: 'M2.5 13.5v-6l3.5 2v-2l3.5 2V3h4v10.5z',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  gear: 'M8 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4M8 2v2M8 12v2M2 8h2M12 8h2M3.8 3.8l1.4 1.4M10.8 10.8l1.4 1.4M3.8 12.2l1.4-1.4M10.8 5.2l1.4-1.4',
  history: 'M3 8a5 5 0 1 0 1.6-3.7M3 3v2.5h2.5M8 5.5V8l2 1.5',
  home: 'M2.5 8 8 3l5.5 5M4 7v6.5h8V7',
  lock: 'M4 7.5h8v6H4zM5.7 7.5V5.3a2.3 2.3 0 0 1 4.6 0v2.2',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  money: 'M8 2v12M11 4.5C9 3 5.2 3.4 5.2 5.7S11 7.6 11 10.2 7 13 5 11.4',
  minus: 'M3.5 8h9',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  print: 'M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z',
  mute: 'M4 11V7a4 4 0 0 1 8 0v4l1 1H3zM7 14h2M2.5 2.5l11 11',
  refresh: 'M13 8a5 5 0 1 1-1.6-3.7M13 3v2.5h-2.5',
  scale: 'M4.5 13.5h7M8 13.5v-10M3.5 5h9M3.5 5 2 9h3zM12.5 5 11 9h3z',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.4 10.4l3.1 3.1',
  star: 'm8 2.2 1.8 3.7 4 .5-3 2.8.8 4L8 11.2l-3.6 2 .8-4-3-2.8 4-.5z',
  starred: 'm8 2.2 1.8 3.7 4 .5-3 2.8.8 4L8 11.2l-3.6 2 .8-4-3-2.8 4-.5zM8 4.6v4.6M6 7.4h4M6.4 8.8h3.2M7 6.4h2',
  send: 'M2.5 8 13.5 3 10 13 7.5 9zM7.5 9l6-6',
  tag: 'M2.5 2.5h5l6 6-5 5-6-6zM5.3 5.3h.01',
  trash: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.6 9h5.8l.6-9',
  truck:
    'M1.5 4h7.5v7H1.5zM9 6.5h3l2.5 2.5v2H9zM4 11a1.3 1.3 0 1 0 0 2.6A1.3 1.3 0 0 0 4 11M11.7 11a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h7a3.7 3.7 0 0 1 0 7.4H6',
  upload: 'M8 10.5v-8M5 5.5l3-3 3 3M3 13h10',
  user: 'M8 2.5a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4M2.8 13.5c.6-2.6 2.6-4 5.2-4s4.6 1.4 5.2 4',
  warn: 'M8 2.5 14 13H2zM8 6.5v3M8 11.4h.01',
} as const

export type IconName = keyof typeof PATHS

interface OutlineProps {
  /** What is drawn, in 16 units. */
  readonly d: string
  readonly size?: number
}

/** A drawing in the text's colour. Decoration: what it means is always said in words beside it or in the button's label. */
export function Outline({ d, size = 16 }: OutlineProps): ReactElement {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={d} />
    </svg>
  )
}

/** A drawing by its name. */
export const Icon = ({ name, size = 16 }: { readonly name: IconName; readonly size?: number }): ReactElement => (
  <Outline d={PATHS[name]} size={size} />
)
