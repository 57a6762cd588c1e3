import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { Go } from '../../app/go'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { textOf, type Values } from '../../ui/row'
import { usePlanner } from './context'

/** What whoever reads the plan should know, and the routes that were made of it. */
export function PlanNotices(): ReactElement {
  useSignals()
  const planner = usePlanner()
  const { avisos, faltas }: Values = planner.form.record.value ?? {}
  // What is missing now is told before the plan is calculated, too; what the calculation was told of stays until the next one.
  const notices = new Set([faltas, avisos].flatMap((list) => (Array.isArray(list) ? list.map(textOf) : [])))
  const unknown = planner.deliveries.value.find((one) => one.unknownLoad)
  const { made } = planner.around.value
  return (
    <>
      {made.length === 0 ? null : (
        <p className="run-made">
          Rotas geradas:{' '}
          {made.map((row) => (
            <Go key={row.id} to={pathOf('rota', row.id)}>
              {textOf(row.id)} · {textOf(row.placa)}
            </Go>
          ))}
        </p>
      )}
      {[...notices].map((notice) => (
        <p key={notice} className="run-notice" role="note">
          <Icon name="warn" size={14} /> {notice}
        </p>
      ))}
      {!Array.isArray(faltas) || faltas.length === 0 || made.length > 0 || unknown === undefined ? null : (
        <Button icon="edit" onClick={() => planner.ask({ kind: 'edit', delivery: unknown })}>
          Informar a carga da venda {unknown.venda_id}
        </Button>
      )}
    </>
  )
}
