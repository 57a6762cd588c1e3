import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { formatCount } from '../ui/format'
import { getPath, isRecord, numberOf, textOf } from '../ui/row'
import { useLoaded } from '../ui/use-loaded'
import { Go } from './go'

/** What waits in these areas (`['comercial']`): how many, and the list that holds them. */
export function Queues({ areas }: { readonly areas: readonly string[] }): ReactElement | null {
  useSignals()
  const answer = useLoaded(`filas?area=${areas.join(',')}`, 'fila')
  const data = getPath(answer, 'data')
  const queues = Array.isArray(data) ? data.filter((one) => isRecord(one)) : []
  if (queues.length === 0) return null
  return (
    <section aria-labelledby="filas">
      <h2 id="filas">Filas de trabalho</h2>
      <ul className="queues">
        {queues.map((queue) => {
          const count = numberOf(queue.qtd) ?? 0
          const look = count === 0 ? 'queue-empty' : queue.ruim === true ? 'queue-bad' : ''
          return (
            <li key={textOf(queue.nome)}>
              <Go to={textOf(queue.caminho)} className={`queue ${look}`}>
                <b>{`${formatCount(count, false)}${queue.mais === true ? '+' : ''}`}</b>
                <span>{textOf(queue.rotulo)}</span>
              </Go>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
