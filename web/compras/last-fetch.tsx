import type { ReactElement } from 'react'
import { formatDateTime } from '../ui/format'
import { addStyle } from '../ui/later-style'
import { textOf } from '../ui/row'
import { useRows } from '../ui/use-loaded'
import style from './last-fetch.css' with { type: 'text' }

addStyle(style)

/** When the authority was asked for documents of a model, what it said, and when it may be asked again. */
export function LastFetch({ mod }: { readonly mod: 55 | 58 }): ReactElement | null {
  const rows = useRows('compras/dfe_cursor', { where: { mod }, most: 1, orderBy: 'dhConsulta', desc: true })
  const last = rows?.[0]
  if (last === undefined || textOf(last.dhConsulta) === '') return null
  const after = textOf(last.dhProxima)
  const next = after === '' ? '' : ` Nova busca a partir de ${formatDateTime(after)}.`
  return (
    <p role="status" className="last-fetch">
      {`Última busca em ${formatDateTime(last.dhConsulta)}: ${textOf(last.xMotivo)}.${next}`}
    </p>
  )
}
