import type { ReactElement } from 'react'
import type { CustomOption } from '../../../core/custom/definition'
import { TAG_COLOUR } from '../../../core/custom/kinds'

const SHAPE = { padding: '1px 8px', borderRadius: 9, fontSize: 12, marginInlineEnd: 4, whiteSpace: 'nowrap' } as const

/** A tag in the colours of its option; grey with white text where it has none. */
export function Tag({ option }: { readonly option: CustomOption }): ReactElement {
  const { color = TAG_COLOUR.color, textColor = TAG_COLOUR.textColor, label } = option
  return <span style={{ ...SHAPE, backgroundColor: color, color: textColor }}>{label}</span>
}
