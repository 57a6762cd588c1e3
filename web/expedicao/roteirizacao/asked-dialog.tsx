import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { usePlanner } from './context'
import { focusStop } from './route-list'
import { EditDialog, MoveDialog, PlaceDialog, TransferDialog } from './stop-dialogs'

const DIALOGS = { move: MoveDialog, transfer: TransferDialog, edit: EditDialog, place: PlaceDialog } as const

/** The question that a stop's command asks, where one does. It stands outside of the scenario's form, whose keys are not its own. */
export function AskedDialog(): ReactElement | null {
  useSignals()
  const planner = usePlanner()
  const asking = planner.asking.value
  if (asking === null) return null
  const Asked = DIALOGS[asking.kind]
  const close = (): void => {
    planner.ask(null)
    // The row that opened it may stand elsewhere by now.
    if (planner.placing.peek() === null) focusStop(asking.delivery.id)
  }
  return <Asked delivery={asking.delivery} onClose={close} />
}
