/** What comes out of a printer of a language, as the readers of its files tell it: in dots, from the upper left corner. */
export interface PrintedLabel {
  readonly copies: number
  readonly texts: readonly PrintedText[]
  readonly black: readonly BlackBox[]
}

export interface PrintedText {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly text: string
}

export interface BlackBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Is there black at a place? */
export const isDark = ({ black }: PrintedLabel, x: number, y: number): boolean =>
  black.some((box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height)
