import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { Go } from '../../app/go'
import { Icon } from '../../ui/icon'
import { textOf } from '../../ui/row'
import { usePlanner } from './context'

/** What whoever reads the plan should know, and the routes that were made of it. */
export function PlanNotices(): ReactElement {
  useSignals()
  const planner = usePlanner()
  const notices: unknown = planner.form.record.value?.avisos
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
      {(Array.isArray(notices) ? notices : []).map((notice) => (
        <p key={textOf(notice)} className="run-notice" role="note">
          <Icon name="warn" size={14} /> {textOf(notice)}
        </p>
      ))}
    </>
  )
}
