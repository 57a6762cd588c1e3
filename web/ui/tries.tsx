import type { ReactElement } from 'react'
import { TIME_ZONE } from '../../core/br/time-zone'
import { isRecord, textOf } from './row'

/** How each try of something that goes to an outside service went, as the server noted it (`historico`). */
export function Tries({ of }: { readonly of: unknown }): ReactElement {
  const tries: readonly unknown[] = Array.isArray(of) ? of : []
  return (
    <>
      <h3 className="group-title">Tentativas</h3>
      {tries.length === 0 ? <p className="hint">Ainda nenhuma.</p> : null}
      <ol className="tries">
        {tries
          .filter((one) => isRecord(one))
          .map((one) => (
            <li key={textOf(one.dh)}>
              <time dateTime={textOf(one.dh)}>{localTime(textOf(one.dh))}</time>
              <span>{textOf(one.erro) || answerText(textOf(one.status))}</span>
              <span className="hint">{textOf(one.ms)} ms</span>
            </li>
          ))}
      </ol>
    </>
  )
}

const answerText = (status: string): string => (status === '' ? 'Respondeu.' : `Respondeu ${status}.`)

const localTime = (iso: string): string =>
  new Date(iso).toLocaleString('pt-BR', { timeZone: TIME_ZONE }).replace(',', '')
