import type { ReactElement } from 'react'
import type { Drawing } from '../../../core/labels/draw'
import { firstPlace, PAPERS, placesOf, placesOn } from '../../../core/labels/sheet'
import type { LabelTemplate } from '../../../core/labels/template'
import { LabelMarks } from './label-picture'

interface SheetProps {
  readonly template: LabelTemplate
  readonly drawings: readonly Drawing[]
  readonly posInit: number
  readonly withBorder: boolean
  readonly onPlace: (posInit: number) => void
}

/** The first sheet as it will be printed. A click on a place begins there; the field beside it does the same by key. */
export function SheetPicture({ template, drawings, posInit, withBorder, onPlace }: SheetProps): ReactElement {
  const { width, height } = PAPERS[template.papel]
  const first = firstPlace(template, posInit)
  const places = placesOf(template, template, { count: placesOn(template) })
  return (
    <svg className="label-sheet" viewBox={`0 0 ${width} ${height}`} role="img" aria-label="A primeira folha">
      {places.map(({ x, y }, at) => {
        const drawing = drawings[at - first + 1]
        return (
          <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
            {drawing === undefined ? null : <LabelMarks drawing={drawing} />}
            <rect
              className={at + 1 < first ? 'label-place label-used' : 'label-place'}
              style={withBorder && drawing !== undefined ? { stroke: '#000' } : undefined}
              width={template.largura}
              height={template.altura}
              onClick={() => onPlace(at + 1)}
            />
          </g>
        )
      })}
    </svg>
  )
}
