import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { useForm } from './form/context'
import { EmptyState } from './pieces'
import { isRecord, textOf, type Values } from './row'
import { RowList } from './row-list'

interface FileNoticesProps {
  /** The field of texts. */
  readonly notices?: string
  /** The field of what the layout does not know: `{line, text}`. */
  readonly unknown?: string
}

/** What of the file of this form does not add up, and what nobody could read. */
export function FileNotices({ notices = 'avisos', unknown: other = 'desconhecidas' }: FileNoticesProps): ReactElement {
  useSignals()
  const record: Values = useForm().record.value ?? {}
  const { [notices]: told, [other]: unknown } = record
  const texts = Array.isArray(told) ? told.map(textOf) : []
  const lines = Array.isArray(unknown) ? unknown.filter((one) => isRecord(one)) : []
  if (texts.length === 0 && lines.length === 0) return <EmptyState text="O arquivo fecha: nada a conferir." />
  return (
    <RowList label="Avisos do arquivo">
      {texts.map((one) => (
        <li key={one}>
          <span>{one}</span>
        </li>
      ))}
      {lines.map((one) => (
        <li key={textOf(one.line)}>
          <span>
            <b>Linha {textOf(one.line)}: registro desconhecido</b>
            <small className="mono">{textOf(one.text).trim()}</small>
          </span>
        </li>
      ))}
    </RowList>
  )
}
