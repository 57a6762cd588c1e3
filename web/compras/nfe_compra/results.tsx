import { counted } from '../../ui/format'
import type { ReactElement } from 'react'
import { open } from '../../app/navigation'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Icon } from '../../ui/icon'
import type { UploadResult } from './upload'

interface ResultsProps {
  readonly results: readonly UploadResult[]
  /** Files sent in all; more than the results while some are awaited. */
  readonly count: number
  readonly path: string
  readonly onClose: () => void
}

/** What became of each file that was sent. */
export function UploadResults({ results, count, path, onClose }: ResultsProps): ReactElement {
  const refused = results.filter((one) => one.id === null)
  const waiting = count - results.length
  const summary = `${counted(results.length - refused.length, 'recebida', 'recebidas')}, ${refused.length} com erro${waiting > 0 ? `, ${waiting} em envio…` : ''}`
  return (
    <Dialog
      title={`XML de notas: ${summary}`}
      size="md"
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose} focusFirst>
          Concluir
        </Button>
      }
    >
      <ul className="dialog-body upload-results" role="status">
        {[...refused, ...results.filter((one) => one.id !== null)].map((one) => (
          <li key={one.key} className={one.id === null ? 'upload-bad' : 'upload-ok'}>
            <Icon name={one.id === null ? 'warn' : 'check'} />
            <span>
              <b>{one.file}</b>
              <small>{one.id === null ? one.message : `NF-e ${one.nNF} recebida`}</small>
            </span>
            {one.id === null ? null : <Button onClick={() => open(`${path}/edit/${one.id}`)}>Importar</Button>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
