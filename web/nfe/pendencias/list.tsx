import type { ReactElement } from 'react'
import { pathOf } from '../../../core/access'
import { Go } from '../../app/go'
import { formatCount } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { EmptyState } from '../../ui/pieces'
import { isRecord, isSet, textOf, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import style from './pendencias.css' with { type: 'text' }

addStyle(style)

const RESOURCES = 'empresa tipo_entrada_saida mercadoria cliente nfe/tributacao serie_numero configuracao'

const records = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** Where what is lacking is written: the record's form, at its field. */
function placeOf(lack: Values, id: unknown): string {
  if (lack.campo === 'serie') return pathOf('serie_numero', 'new')
  const path = pathOf(textOf(lack.recurso), textOf(id))
  return isSet(lack.tab) ? `${path}?tab=${textOf(lack.tab)}` : `${path}?campo=${textOf(lack.campo)}`
}

function Lack({ lack }: { readonly lack: Values }): ReactElement {
  const named = records(lack.registros)
  const total = Number(lack.total)
  return (
    <li>
      <h2>
        <span>{textOf(lack.texto)}</span>
        <span>{lack.mais === true ? `mais de ${formatCount(total, false)}` : formatCount(total, false)}</span>
      </h2>
      <p className="lacking-names">
        {named.map((record) => (
          <Go key={textOf(record.id)} to={placeOf(lack, record.id)}>
            {textOf(record.nome) || `nº ${textOf(record.id)}`}
          </Go>
        ))}
        {total > named.length ? (
          <span className="hint">e outros {formatCount(total - named.length, false)}</span>
        ) : null}
      </p>
    </li>
  )
}

/** What registers lack before notes can be issued, each leading to its field: seen before it is needed. */
export function Pendencias(): ReactElement {
  const answer = useLoaded('nfe/tributacao/pendencias', RESOURCES)
  const lacks = isRecord(answer) ? records(answer.data) : null
  return (
    <div className="board">
      <h1>Pendências fiscais</h1>
      {lacks === null ? <EmptyState text="Carregando…" /> : null}
      {lacks?.length === 0 ? <EmptyState text="Nada falta nos cadastros para emitir notas." /> : null}
      <ul className="lacking">
        {(lacks ?? []).map((lack) => (
          <Lack key={`${textOf(lack.recurso)}.${textOf(lack.campo)}`} lack={lack} />
        ))}
      </ul>
    </div>
  )
}
