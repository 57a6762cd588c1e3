import type { ReactElement, ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mayCreate } from '../../app/access'
import { Go } from '../../app/go'
import { rights } from '../../app/session'
import { Button } from '../button'
import { EmptyState } from '../pieces'
import type { ListModel } from './list-model'
import { EMPTY_STATE, type TableState } from './table-state'
import type { TableAction } from './verbs'

/** What to do where a list holds nothing yet, in the words of its screen; creating and importing are offered by themselves. */
export interface EmptyList {
  readonly text: string
  /** What does it here. */
  readonly action?: ReactNode
  /** Where it is done, when that is another screen. */
  readonly to?: { readonly path: string; readonly label: string }
}

interface TableEmptyProps {
  readonly model: ListModel
  readonly list: { readonly empty?: EmptyList; readonly actions?: readonly TableAction[] }
  readonly state: TableState
  readonly onState: (next: TableState) => void
  readonly creatable: boolean
}

const NO_ACTIONS: readonly TableAction[] = []

const isNarrowed = ({ search, filters, view }: TableState): boolean =>
  search !== '' || view !== '' || Object.keys(filters).length > 0

/** A list without rows: what hides them and how to show them, or what to do first. */
export function TableEmpty({ model, list, state, onState, creatable }: TableEmptyProps): ReactElement | null {
  useSignals()
  if (model.fresh.value || model.stale.value || model.count() > 0) return null
  const { empty, actions = NO_ACTIONS } = list
  const nothing = (
    <EmptyState text="Nenhum registro encontrado" {...(creatable ? { hotkey: 'N', hint: 'para criar' } : {})} />
  )
  if (isNarrowed(state))
    return (
      <div className="empty-list">
        {nothing}
        <Button icon="close" onClick={() => onState({ ...EMPTY_STATE, sort: state.sort, group: state.group })}>
          Limpar busca e filtros
        </Button>
      </div>
    )
  const begins = actions.filter(
    ({ whole, right }) => whole === true && (right === undefined || mayCreate(rights.value, right)),
  )
  return (
    <div className="empty-list">
      {nothing}
      {empty === undefined ? null : <p>{empty.text}</p>}
      <div className="empty-actions">
        {empty?.action}
        {empty?.to === undefined ? null : <Go to={empty.to.path}>{empty.to.label}</Go>}
        {begins.map(({ label, icon, run }) => (
          <Button key={label} {...(icon === undefined ? {} : { icon })} onClick={() => void run([])}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
