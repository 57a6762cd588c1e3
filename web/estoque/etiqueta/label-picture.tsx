import type { ReactElement } from 'react'
import type { BarsMark, Drawing, Mark, TextMark } from '../../../core/labels/draw'
import { darkRuns } from '../../../core/labels/symbol'
import { qrPath } from '../../../core/pix/qr'

/** From the top of letters to the line that they stand on, in parts of their height, as on paper. */
const ASCENT = 0.718
const ANCHORS = ['start', 'middle', 'end'] as const

function Text({ mark: { x, y, width, size, align, bold, text } }: { readonly mark: TextMark }): ReactElement {
  return (
    <text
      x={x + (width * align) / 2}
      y={y + size * ASCENT}
      textAnchor={ANCHORS[align] ?? 'start'}
      fontSize={size}
      fontWeight={bold ? 700 : 400}
      fontFamily="Arial, Helvetica, 'Liberation Sans', sans-serif"
      fill="#000"
    >
      {text}
    </text>
  )
}

const barsPath = ({ x, y, height, module, symbol }: BarsMark): string =>
  darkRuns(symbol.modules)
    .map(([from, wide]) => `M${x + from * module} ${y}h${wide * module}v${height}h${-wide * module}z`)
    .join('')

function Drawn({ mark }: { readonly mark: Mark }): ReactElement {
  switch (mark.kind) {
    case 'text':
      return <Text mark={mark} />
    case 'bars':
      return <path d={barsPath(mark)} fill="#000" />
    case 'qr':
      return (
        <path d={qrPath(mark.code)} fill="#000" transform={`translate(${mark.x} ${mark.y}) scale(${mark.module})`} />
      )
    case 'box':
      return (
        <rect
          x={mark.x}
          y={mark.y}
          width={mark.width}
          height={mark.height}
          fill="none"
          stroke="#000"
          strokeWidth={mark.line}
        />
      )
  }
}

/** The marks of a label within a drawing, in mm: black on white in every theme, as it is printed. */
export const LabelMarks = ({ drawing }: { readonly drawing: Drawing }): ReactElement => (
  <>
    <rect width={drawing.width} height={drawing.height} fill="#fff" />
    {drawing.marks.map((mark, at) => (
      // Marks have no name, and change all at once.
      // oxlint-disable-next-line react/no-array-index-key
      <Drawn key={at} mark={mark} />
    ))}
  </>
)

/** A label by itself. */
export const LabelPicture = ({ drawing, name }: { readonly drawing: Drawing; readonly name: string }): ReactElement => (
  <svg className="label-picture" viewBox={`0 0 ${drawing.width} ${drawing.height}`} role="img" aria-label={name}>
    <LabelMarks drawing={drawing} />
  </svg>
)
