import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { chosenCompany } from '../../app/api'
import { counted } from '../../ui/format'
import { isRecord, numberOf, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { RESOURCE, sizeOf } from './kind'

/** How much room the files of the chosen company take, and those of records that all companies share, of how much there is for each. */
export function Usage(): ReactElement | null {
  useSignals()
  const answer = useLoaded(`${RESOURCE}/uso`, RESOURCE)
  if (!isRecord(answer)) return null
  const all: readonly Values[] = Array.isArray(answer.data) ? answer.data.filter((one) => isRecord(one)) : []
  const own = all.find((one) => numberOf(one.empresa_id) === chosenCompany.value)
  const shared = all.find((one) => one.empresa_id === null)
  const limit = numberOf(answer.limite)
  const of = limit === null ? '' : `, de ${sizeOf(limit)} cada`
  return (
    <small
      className="hint"
      role="status"
      title={`${told(own)} desta empresa; ${told(shared)} de cadastros comuns a todas`}
    >
      {`${sizeOf(own?.bytes)} da empresa, ${sizeOf(shared?.bytes)} em comum${of}`}
    </small>
  )
}

const told = (one: Values | undefined): string => counted(numberOf(one?.arquivos) ?? 0, 'arquivo', 'arquivos')
