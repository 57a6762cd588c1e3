import { useContext, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import type { Hue, Mark } from '../../../core/lifecycle/life'
import { AllowedScreens } from '../../app/areas'
import { Go } from '../../app/go'
import { follow } from '../../app/navigation'
import { matchStack, type ScreenDefinition } from '../../app/registry'
import { Chip } from '../chip'
import { addStyle } from '../later-style'
import { getPath, isRecord, textOf, type Values } from '../row'
import { useLoaded } from '../use-loaded'
import style from './related.css' with { type: 'text' }

addStyle(style)

const HUES: Readonly<Record<string, Hue>> = {
  vermelho: 'vermelho',
  ambar: 'ambar',
  azul: 'azul',
  indigo: 'indigo',
  verde: 'verde',
  cinza: 'cinza',
}
const MARKS: Readonly<Record<string, Mark>> = { half: 'half', check: 'check', lock: 'lock', dash: 'dash' }

/** Where a document opens: its form, or, of what has none, its list with that one in it. Undefined where the person may not go. */
function placeOf(screens: readonly ScreenDefinition[], { caminho, busca }: Values): string | undefined {
  const path = textOf(caminho)
  if (matchStack(screens, path) !== null) return path
  const list = path.replace(/\/edit\/[^/]+$/, '')
  return matchStack(screens, list) === null ? undefined : `${list}?busca=${encodeURIComponent(textOf(busca))}`
}

function State({ one }: { readonly one: Values }): ReactElement | null {
  const word = textOf(getPath(one, 'situacao.palavra'))
  const hue = HUES[textOf(getPath(one, 'situacao.tom'))]
  const mark = MARKS[textOf(getPath(one, 'situacao.marca'))]
  return hue === undefined ? null : <Chip word={word} hue={hue} {...(mark === undefined ? {} : { mark })} />
}

interface RelatedProps {
  readonly resource: string
  readonly id: number | string
}

/** What a document came from and what came of it: each opens over it, and Esc comes back. */
export function Related({ resource, id }: RelatedProps): ReactElement {
  useSignals()
  const screens = useContext(AllowedScreens)
  const answer = useLoaded(`${resource}/${id}/relacionados`, resource)
  const data: unknown = isRecord(answer) ? answer.data : undefined
  const all: readonly Values[] = Array.isArray(data) ? data.filter((one) => isRecord(one)) : []
  return (
    <nav className="related" aria-label="Documentos ligados">
      <span className="related-name">Ligados</span>
      {answer !== null && all.length === 0 ? <span className="field-help">Nenhum documento</span> : null}
      {all.map((one) => {
        const place = placeOf(screens, one)
        const content = (
          <>
            <span>{textOf(one.texto)}</span>
            <small>{textOf(one.detalhe)}</small>
            <State one={one} />
          </>
        )
        const key = `${textOf(one.recurso)} ${textOf(one.id)}`
        return place === undefined ? (
          <span key={key} className="related-one">
            {content}
          </span>
        ) : (
          <Go key={key} to={place} className="related-one" go={follow}>
            {content}
          </Go>
        )
      })}
    </nav>
  )
}
