import { reasonLength, reasonMessage } from '../../../core/lifecycle/reasons'
import { askReason } from '../confirm'

interface Cancelling {
  /** The question: `Cancelar a entrada 12?` */
  readonly title: string
  /** What it does. */
  readonly text: string
  /** The word on the button: `Cancelar a entrada`. */
  readonly action: string
}

/** Asks why a document is cancelled, in no fewer letters than documents demand; null when it is not. */
export function askCancelReason(question: Cancelling): Promise<string | null> {
  return askReason({
    ...question,
    label: 'Motivo do cancelamento',
    min: reasonLength('cancelamento'),
    tooShort: reasonMessage('cancelamento'),
    danger: true,
  })
}
