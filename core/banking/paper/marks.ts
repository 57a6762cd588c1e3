/** What is drawn on a page, in millimetres from its top left. */

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type Align = 'left' | 'center' | 'right'

/** A framed field: its title small at the top, under it its lines, each as large as it fits. */
export interface Field extends Box {
  readonly kind: 'field'
  readonly title: string
  readonly lines: readonly string[]
  /** At the right of the first line, which leaves room for it. */
  readonly aside?: string
  readonly align?: Align
  readonly bold?: boolean
  readonly shaded?: boolean
  /** The most that its lines are written in, in points. */
  readonly size?: number
  /** Millimetres at its right that its lines leave free. */
  readonly free?: number
}

/** A text in the middle of a height, as large as it fits up to `size` points. */
export interface Words extends Box {
  readonly kind: 'words'
  readonly text: string
  readonly size: number
  readonly align?: Align
  readonly bold?: boolean
}

/** A text to be copied sign by sign: over as many lines as it takes in its box, broken anywhere. */
export interface Passage extends Box {
  readonly kind: 'passage'
  readonly text: string
  readonly size: number
}

export interface Stroke {
  readonly kind: 'stroke'
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  /** Where paper is cut. */
  readonly dashed?: boolean
  /** Points; a hair where it is not told. */
  readonly thick?: number
}

/** Dark bars of a height, each from where and how wide. The box has its quiet zones too. */
export interface Bars extends Box {
  readonly kind: 'bars'
  readonly bars: readonly (readonly [x: number, width: number])[]
}

/** A QR Code; its four white modules on every side are outside of its box. */
export interface Code extends Box {
  readonly kind: 'code'
  readonly text: string
}

export type Mark = Field | Words | Passage | Stroke | Bars | Code

/** What stands in a field of a row, and its share of the row's width. */
export interface Cell extends Omit<Field, keyof Box | 'kind'> {
  readonly share: number
}

/** Fields side by side over the whole of a box. */
export function row(box: Box, cells: readonly Cell[]): Field[] {
  const whole = cells.reduce((sum, { share }) => sum + share, 0)
  let x = box.x
  return cells.map(({ share, ...cell }) => {
    const width = (box.width * share) / whole
    x += width
    return { kind: 'field', x: x - width, y: box.y, width, height: box.height, ...cell }
  })
}
