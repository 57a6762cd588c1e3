import type { ReactElement } from 'react'
import { EmptyState } from './pieces'
import { isRecord, textOf } from './row'
import { RowList } from './row-list'

interface FileNoticesProps {
  /** Texts, as the record has them. */
  readonly notices: unknown
  /** Records that the layout does not know: `{line, text}`. */
  readonly unknown: unknown
}

/** What of a file does not add up, and what nobody could read. */
export function FileNotices({ notices, unknown }: FileNoticesProps): ReactElement {
  const texts = Array.isArray(notices) ? notices.map(textOf) : []
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
